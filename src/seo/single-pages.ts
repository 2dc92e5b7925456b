// The pages that exist once and have no numbered parts.
import type { SnapshotView } from '../content/snapshot/snapshot.ts'
import { aboutPage } from './pages/about-page.ts'
import { contactPage } from './pages/contact-page.ts'
import { galleryPage } from './pages/gallery-page.ts'
import { homePage } from './pages/home-page.ts'
import { investmentPage } from './pages/investment-page.ts'
import { servicesPage } from './pages/services-page.ts'
import type { PageContent } from './render-page.ts'
import type { Site } from './site-view.ts'

export const singlePages = {
  home: homePage,
  about: aboutPage,
  services: servicesPage,
  investment: investmentPage,
  gallery: galleryPage,
  contact: contactPage,
} satisfies Record<string, (site: Site, view: SnapshotView) => PageContent>

export type SinglePage = keyof typeof singlePages
