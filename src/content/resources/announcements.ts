import { z } from 'zod'
import { announcements as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'

export const announcements = defineResource({
  name: 'announcements',
  table,
  labels: {
    one: ['اطلاعیه', 'Announcement'],
    many: ['اطلاعیه‌ها', 'Announcements'],
    help: [
      'نوار بالای همهٔ صفحه‌ها، میان تاریخ آغاز و پایان نمایش.',
      'The bar above all pages, between its first and last date.',
    ],
    shownAt: '/',
  },
  group: 'site',
  listColumns: ['message', 'level', 'starts_at', 'ends_at'],
  visibleBetween: { from: 'starts_at', until: 'ends_at' },
  input: {
    ...field.required('message', field.text(1_000).min(1)),
    ...field.optional('link_label', field.line(100)),
    link_url: field.link().nullish(),
    level: z.enum(['info', 'success', 'warning']).optional(),
    starts_at: field.instant().nullish(),
    ends_at: field.instant().nullish(),
  },
  check: ({ starts_at, ends_at }) =>
    starts_at !== null && ends_at !== null && ends_at <= starts_at
      ? [{ path: 'ends_at', code: 'out_of_order', message: 'must be later than starts_at' }]
      : [],
})
