// The state of a list, kept in its address: search, filters, sort, page and columns. An address that was cut off or written by
// hand is read as far as it makes sense.
import type { FieldDescription, ListQuery, ResourceDescription } from '../../client/index.ts'
import { scoreColumns } from '../records/score-column.ts'
import { type Filter, filterParameters, parseFilters } from './list-filters.ts'

export type Sort = { field: string; isDescending: boolean }

export type ListState = {
  q: string
  filters: Filter[]
  /** Null for the order of the records: by position in ordered resources, else by id. */
  sort: Sort | null
  /** Counted from 1. */
  page: number
  perPage: number
  /** Names of fields; null for the columns that the schema suggests. */
  columns: string[] | null
}

export const PAGE_SIZES = [25, 50, 100]
const MAX_PAGE = 1_000_000
const MAX_Q = 200

export const emptyState: ListState = {
  q: '',
  filters: [],
  sort: null,
  page: 1,
  perPage: PAGE_SIZES[0]!,
  columns: null,
}

/** The possible columns: all fields but long lists of entries, and the score. A name replaces the reference that it belongs to. */
export const columnFields = (resource: ResourceDescription): FieldDescription[] => [
  ...resource.fields.filter(
    ({ name, kind }) => kind !== 'list' && name !== 'version' && !hasNameBeside(name, resource),
  ),
  ...scoreColumns(resource),
]

/** Whether a computed field has the name: `author` beside `author_id`. */
const hasNameBeside = (reference: string, { fields }: ResourceDescription) =>
  fields.some(({ name, read_only }) => read_only && reference === `${name}_id`)

/** The picture that stands beside the names of records. */
export const pictureField = ({ fields }: ResourceDescription) => fields.find(({ kind }) => kind === 'image')

/** The names of the columns until others are chosen. */
export const usualColumns = (resource: ResourceDescription): string[] => [
  ...resource.list_columns,
  ...scoreColumns(resource).map(({ name }) => name),
]

/** Reads the query of an address, with or without `?`. */
export function parseListState(search: string, resource: ResourceDescription): ListState {
  const parameters = new URLSearchParams(search)
  return {
    q: cleanSearch(parameters.get('q') ?? ''),
    filters: parseFilters(parameters, resource),
    sort: parseSort(parameters.get('sort'), resource),
    page: parsePage(parameters.get('page')),
    perPage: PAGE_SIZES.find((size) => String(size) === parameters.get('per_page')) ?? emptyState.perPage,
    columns: parseColumns(parameters.get('columns'), resource),
  }
}

/** A text that the API can search for: control characters become spaces, the rest is cut at 200 characters. */
export const cleanSearch = (text: string) =>
  text
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, MAX_Q)
    .toWellFormed()

function parseSort(text: string | null, { fields }: ResourceDescription): Sort | null {
  const isDescending = text?.startsWith('-') ?? false
  const name = isDescending ? text!.slice(1) : text
  const field = fields.find((candidate) => candidate.name === name && candidate.sortable)
  return field ? { field: field.name, isDescending } : null
}

function parsePage(text: string | null): number {
  const page = /^[1-9]\d{0,6}$/.test(text ?? '') ? Number(text) : 1
  return page <= MAX_PAGE ? page : 1
}

function parseColumns(text: string | null, resource: ResourceDescription): string[] | null {
  const names = columnFields(resource).map(({ name }) => name)
  const chosen = [...new Set(text?.split(','))].filter((name) => names.includes(name))
  return chosen.length > 0 && chosen.join() !== usualColumns(resource).join() ? chosen : null
}

/** The query of the address, empty or with `?`; what is as usual is left out. */
export function writeListState({ q, filters, sort, page, perPage, columns }: ListState): string {
  const parameters = new URLSearchParams({
    ...(q && { q }),
    ...filterParameters(filters),
    ...(sort && { sort: writeSort(sort) }),
    ...(page > 1 && { page: String(page) }),
    ...(perPage !== emptyState.perPage && { per_page: String(perPage) }),
    ...(columns && { columns: columns.join(',') }),
  })
  // Commas separate names and values; the address is easier to read with them.
  const text = parameters.toString().replaceAll('%2C', ',')
  return text && `?${text}`
}

/** The parameter that sorts by fields, each deciding where those before it are equal or empty. */
export const sortBy = (names: readonly string[], { isDescending }: Sort) =>
  names.map((field) => writeSort({ field, isDescending })).join(',')

const writeSort = ({ field, isDescending }: Sort) => (isDescending ? `-${field}` : field)

/** The columns of a list, in their order. */
export function shownColumns({ columns }: Pick<ListState, 'columns'>, resource: ResourceDescription) {
  const fields = columnFields(resource)
  return (columns ?? usualColumns(resource)).flatMap(
    (name) => fields.find((field) => field.name === name) ?? [],
  )
}

/** The request for the page that the state shows, with only the fields that the list needs. */
export function toListQuery(state: ListState, fields: readonly string[]): ListQuery {
  const { q, filters, sort, page, perPage } = state
  return {
    ...filterParameters(filters),
    ...(q.trim() && { q: q.trim() }),
    ...(sort && { sort: writeSort(sort) }),
    page,
    per_page: perPage,
    fields: fields.join(','),
  }
}

/** Whether the records stand in their own order, so that they can be moved. */
export const isInOwnOrder = ({ q, filters, sort }: ListState) =>
  q.trim() === '' && filters.length === 0 && sort === null

export const isNarrowed = ({ q, filters }: ListState) => q.trim() !== '' || filters.length > 0
