import { z } from 'zod'
import { redirects as table } from '../../platform/db/schema/site.ts'
import { defineResource } from '../definition/define-resource.ts'
import * as field from '../definition/field-types.ts'
import { checkRedirect } from '../rules/redirect-loops.ts'
import { canonicalLink } from '../site-path.ts'

export const redirects = defineResource({
  name: 'redirects',
  table,
  labels: {
    one: ['تغییر مسیر', 'Redirect'],
    many: ['تغییر مسیرها', 'Redirects'],
    help: ['تغییر نشانی صفحه‌ها خودکار ثبت می‌شود.', 'Changed page addresses get a redirect automatically.'],
  },
  group: 'site',
  listColumns: ['from_path', 'to_path', 'status_code'],
  redirectFields: { from: 'from_path', to: 'to_path' },
  serialWrites: true,
  input: {
    from_path: field.redirectSource(),
    to_path: field.link().min(1).overwrite(canonicalLink),
    status_code: z
      .union([z.literal(301), z.literal(302), z.literal(308)], 'must be 301, 302 or 308')
      .optional(),
  },
  check: checkRedirect,
})
