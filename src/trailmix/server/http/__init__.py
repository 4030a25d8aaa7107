"""The application: routes, headers, the page's files, health."""
