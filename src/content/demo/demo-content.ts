// The bilingual site that `serve --demo` fills an empty database with: a company that does not exist. Its
// images are drawn in `media/demo.ts`.
import { articles } from './articles.ts'
import { company } from './company.ts'
import { frame } from './frame.ts'
import { legal } from './legal.ts'
import { offer } from './offer.ts'
import { pageHeads } from './page-heads.ts'
import { projects } from './projects.ts'
import { questions } from './questions.ts'

/** Stands for the id of the one earlier record of `resource` whose `column` has this value. */
export type DemoRef = { $ref: [resource: string, column: string, value: string] }

/** In the order of insertion: what a reference points to comes before it, also within a resource. */
export type DemoContent = { resource: string; records: Record<string, unknown>[] }[]

export const demoContent: DemoContent = [
  ...frame,
  ...pageHeads,
  ...offer,
  ...projects,
  ...company,
  ...questions,
  ...articles,
  ...legal,
]
