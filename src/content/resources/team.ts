import { team as table } from '../../platform/db/schema/sections.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const team = defineResource({
  name: 'team',
  table,
  labels: {
    one: ['عضو تیم', 'Team member'],
    many: ['تیم', 'Team'],
    help: ['در صفحهٔ «دربارهٔ ما» و صفحهٔ نخست.', 'On the page “About” and the home page.'],
    shownAt: '/about',
  },
  group: 'company',
  listColumns: ['name', 'job_title'],
  ordered: true,
  input: {
    ...field.required('name', field.line()),
    ...field.optional('job_title', field.line()),
    ...field.optional('bio', field.rich()),
    ...field.imageWithAlt(),
    email: field.email().nullish(),
    phone: field.line(50).nullish(),
    linkedin_url: field.link().nullish(),
  },
})
