import { z } from 'zod'

/** The body of `POST /api/admin/links/check`. */
export const linksInput = z.strictObject({
  links: z
    .array(z.string().max(2_048))
    .max(500)
    .meta({ description: 'As they stand in the text; those to other sites are not checked.' }),
})
