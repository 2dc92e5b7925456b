/** Lets crawlers read the pages and the public API that a frontend loads its content from. */
export const robotsTxt = (siteUrl: string) => `User-agent: *
Allow: /api/site
Allow: /api/articles
Allow: /api/projects
Allow: /api/client-config
Disallow: /api/
Disallow: /admin

Sitemap: ${siteUrl}/sitemap.xml
`
