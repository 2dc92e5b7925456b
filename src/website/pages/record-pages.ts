// The pages of single records: articles, projects, services and free pages.

import type { Resource } from '../../content/definition/define-resource.ts'
import type { SnapshotView } from '../../content/snapshot/snapshot.ts'
import type { SnapshotEntry } from '../../content/snapshot/snapshot-entry.ts'
import type { SitePage } from '../../text/site-pages.ts'
import type { PageContent } from '../render/page-content.ts'
import { pagedResources } from '../view/existing-paths.ts'
import type { Site } from '../view/site-view.ts'
import { blog, portfolio, type Section } from '../view/stories.ts'
import { freePage } from './free-page.ts'
import { servicePage } from './services-page.ts'
import { storyPage } from './story-page.ts'

type Render = (site: Site, view: SnapshotView, entry: SnapshotEntry) => PageContent

export type RecordPage = {
  resource: Resource
  /** The part of the website that it belongs to. */
  page: SitePage
  render: Render
}

const renderStory =
  (section: Section): Render =>
  (site, view, entry) => {
    const { languages, language } = site
    const story = section.toStory(view, entry, { languages, language, detail: 'full' })
    return storyPage(site, view, { section, story, entry })
  }

const renderers: Partial<Record<SitePage, Render>> = {
  blog: renderStory(blog),
  projects: renderStory(portfolio),
  services: servicePage,
  pages: freePage,
}

export const recordPages: readonly RecordPage[] = pagedResources.map(({ resource, page }) => ({
  resource,
  page,
  render: renderers[page]!,
}))
