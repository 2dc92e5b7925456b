// The SEO score as a column of lists: no field of the records, but rated by the service for the rows that are shown.
import type { FieldDescription, ResourceDescription } from '../../client/index.ts'

const SCORE = 'seo_score'

export const isScore = ({ name }: FieldDescription): boolean => name === SCORE

/** Its label is a text of the panel; see `useFieldLabel`. */
const column: FieldDescription = {
  name: SCORE,
  kind: 'integer',
  label: { fa: '', en: '' },
  help: null,
  twin: null,
  language: null,
  required: false,
  nullable: true,
  default: null,
  read_only: true,
  sortable: false,
  filterable: false,
  min: null,
  max: null,
  choices: null,
  reference: null,
  fields: null,
}

/** Whether the service rates the records for this account: those with a keyphrase, for those who may publish them. */
const isScored = ({ fields, actions }: ResourceDescription): boolean =>
  actions.includes('publish') && fields.some(({ name }) => name === 'seo_keyphrase')

/** The column of a resource, as a list of one or none. */
export const scoreColumns = (resource: ResourceDescription): FieldDescription[] =>
  isScored(resource) ? [column] : []
