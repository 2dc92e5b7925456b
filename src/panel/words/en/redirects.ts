export const redirects = {}
