import { projects as table } from '../../platform/db/schema/sections.ts'
import { fieldInAll } from '../../text/content-language.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const projects = defineResource({
  name: 'projects',
  table,
  labels: {
    one: ['پروژه', 'Project'],
    many: ['پروژه‌ها', 'Projects'],
    help: [
      'در صفحهٔ پروژه‌ها و صفحهٔ نخست؛ هر پروژه صفحهٔ خودش را هم دارد.',
      'On the projects page and the home page; each has a page of its own.',
    ],
    shownAt: '/projects',
  },
  group: 'content',
  listColumns: ['title', 'category', 'client', 'year'],
  ordered: true,
  pagePrefix: '/projects/',
  slugFrom: 'title',
  input: {
    ...field.required('title', field.line()),
    slug: field.slug().optional(),
    ...field.optional('summary', field.text(1_000)),
    ...field.optional('body', field.rich()),
    ...field.optional('client', field.line()),
    ...field.optional('location', field.line()),
    ...field.optional('category', field.line()),
    year: field.integer(1900, 2200).nullish(),
    ...field.imageWithAlt(),
    link: field.link().nullish(),
    ...field.optional('seo_title', field.line(200)),
    ...field.optional('seo_description', field.line(500)),
    noindex: field.flag().optional(),
  },
  longFields: fieldInAll('body'),
})
