// All resources, in the order of their members in `/api/site`.
import type { Resource } from './define-resource.ts'
import { about } from './resources/about.ts'
import { announcements } from './resources/announcements.ts'
import { articleCategories } from './resources/article-categories.ts'
import { articles } from './resources/articles.ts'
import { contactInfo } from './resources/contact-info.ts'
import { faqs } from './resources/faqs.ts'
import { gallery } from './resources/gallery.ts'
import { heroes } from './resources/heroes.ts'
import { investmentModels } from './resources/investment-models.ts'
import { menu } from './resources/menu.ts'
import { offices } from './resources/offices.ts'
import { pages } from './resources/pages.ts'
import { projects } from './resources/projects.ts'
import { redirects } from './resources/redirects.ts'
import { seoMeta } from './resources/seo-meta.ts'
import { services } from './resources/services.ts'
import { siteSettings } from './resources/site-settings.ts'
import { socialLinks } from './resources/social-links.ts'
import { statistics } from './resources/statistics.ts'
import { team } from './resources/team.ts'
import { testimonials } from './resources/testimonials.ts'
import { timeline } from './resources/timeline.ts'
import { whyUs } from './resources/why-us.ts'
import { workSteps } from './resources/work-steps.ts'

export const resources: readonly Resource[] = [
  siteSettings,
  seoMeta,
  heroes,
  menu,
  announcements,
  services,
  projects,
  workSteps,
  whyUs,
  statistics,
  investmentModels,
  testimonials,
  about,
  timeline,
  team,
  gallery,
  faqs,
  articleCategories,
  articles,
  offices,
  contactInfo,
  socialLinks,
  pages,
  redirects,
]

const byName = new Map(resources.map((resource) => [resource.name, resource]))

/** The resource with this name in URLs, or null. */
export const findResource = (name: string) => byName.get(name) ?? null
