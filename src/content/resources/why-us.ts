import { whyUs as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const whyUs = defineResource({
  name: 'why-us',
  table,
  labels: {
    one: ['دلیل انتخاب ما', 'Reason to choose us'],
    many: ['چرا ما', 'Why us'],
    help: ['دلیل‌ها در صفحهٔ نخست و صفحهٔ خدمات.', 'The reasons on the home page and the services page.'],
    shownAt: '/',
  },
  group: 'content',
  listColumns: ['title', 'description'],
  ordered: true,
  input: {
    ...field.required('title', field.line()),
    ...field.optional('description', field.text()),
    icon: field.icon().nullish(),
    ...field.imageWithAlt(),
  },
})
