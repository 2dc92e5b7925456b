export const seo = {}
