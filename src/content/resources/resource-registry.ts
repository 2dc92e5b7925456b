// All resources, in the order of their members in `/api/site`.
import type { Resource } from '../definition/define-resource.ts'
import { about } from './about.ts'
import { announcements } from './announcements.ts'
import { articleCategories } from './article-categories.ts'
import { articles } from './articles.ts'
import { contactInfo } from './contact-info.ts'
import { faqs } from './faqs.ts'
import { gallery } from './gallery.ts'
import { heroes } from './heroes.ts'
import { investmentModels } from './investment-models.ts'
import { menu } from './menu.ts'
import { offices } from './offices.ts'
import { pages } from './pages.ts'
import { projects } from './projects.ts'
import { redirects } from './redirects.ts'
import { seoMeta } from './seo-meta.ts'
import { services } from './services.ts'
import { siteSettings } from './site-settings.ts'
import { socialLinks } from './social-links.ts'
import { statistics } from './statistics.ts'
import { team } from './team.ts'
import { testimonials } from './testimonials.ts'
import { timeline } from './timeline.ts'
import { whyUs } from './why-us.ts'
import { workSteps } from './work-steps.ts'

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
