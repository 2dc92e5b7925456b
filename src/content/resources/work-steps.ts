import { workSteps as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const workSteps = defineResource({
  name: 'work-steps',
  table,
  labels: {
    one: ['مرحلهٔ کار', 'Work step'],
    many: ['مراحل کار', 'Work steps'],
    help: [
      'مراحل کار در صفحهٔ نخست و صفحهٔ خدمات.',
      'The steps of your work, on the home page and the services page.',
    ],
    shownAt: '/services',
  },
  group: 'content',
  listColumns: ['title', 'description'],
  ordered: true,
  input: {
    ...field.required('title', field.line()),
    ...field.optional('description', field.text()),
    icon: field.icon().nullish(),
  },
})
