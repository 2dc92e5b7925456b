/** What crawlers may read: the pages, and of the API what a frontend needs to show them. */
export const robotsTxt = (siteUrl: string) => `User-agent: *
Allow: /api/site
Allow: /api/articles
Allow: /api/projects
Allow: /api/client-config
Disallow: /api/

Sitemap: ${siteUrl}/sitemap.xml
`
