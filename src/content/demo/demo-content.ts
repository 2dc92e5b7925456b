// The bilingual demo site of a fictitious company, loaded by `serve --demo`. Its images are drawn in
// `media/demo-images.ts`.
import { articles } from './articles.ts'
import { company } from './company.ts'
import { legal } from './legal.ts'
import { offer } from './offer.ts'
import { pageHeads } from './page-heads.ts'
import { projects } from './projects.ts'
import { questions } from './questions.ts'
import { siteWide } from './site-wide.ts'

/** A placeholder for the id of the earlier record of `resource` whose `column` has this value. */
export type DemoReference = { $ref: [resource: string, column: string, value: string] }

/** The records in the order of insertion: a referenced record comes before the reference, also within a resource. */
export type DemoContent = { resource: string; records: Record<string, unknown>[] }[]

export const demoContent: DemoContent = [
  ...siteWide,
  ...pageHeads,
  ...offer,
  ...projects,
  ...company,
  ...questions,
  ...articles,
  ...legal,
]
