"""The step protocol: tasks as JSON documents, both versions, and the dialect `task_protocol` of its single steps."""
