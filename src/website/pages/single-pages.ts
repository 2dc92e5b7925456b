// The pages that exist once and have no numbered parts.
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { PageContent } from '../render/page-content.ts'
import type { Site } from '../view/site-view.ts'
import { aboutPage } from './about-page.ts'
import { contactPage } from './contact-page.ts'
import { galleryPage } from './gallery-page.ts'
import { homePage } from './home-page.ts'
import { investmentPage } from './investment-page.ts'
import { servicesPage } from './services-page.ts'

export const singlePages = {
  home: homePage,
  about: aboutPage,
  services: servicesPage,
  investment: investmentPage,
  gallery: galleryPage,
  contact: contactPage,
} satisfies Record<string, (site: Site, view: SnapshotView) => PageContent>

export type SinglePage = keyof typeof singlePages
