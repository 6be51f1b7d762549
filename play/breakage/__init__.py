"""What breaks: panes, posts, boards, bricks and trees that stand like rock until something hits them hard enough."""
