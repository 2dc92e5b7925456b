// The admin panel: its page and its assets.
import { z } from 'zod'
import { operation, type Paths } from '../openapi/describe-operation.ts'

const text = { schema: { type: 'string' as const } }

const page = {
  '200': { description: 'The page of the panel.', content: { 'text/html': text } },
  '503': {
    description: 'The panel has not been built: `bun run panel` builds it.',
    content: { 'text/plain': text },
  },
}

export const panelPaths = (): Paths => ({
  '/admin': {
    get: operation({
      id: 'getPanel',
      tag: 'Pages',
      summary: 'Get the admin panel',
      description: 'A page that needs JavaScript and signs in by itself.',
      responses: page,
    }),
  },
  '/admin/{path}': {
    get: operation({
      id: 'getPanelScreen',
      tag: 'Pages',
      summary: 'Get the admin panel at one of its screens',
      description: 'The same page for every path; its script finds the screen.',
      path: z.object({ path: z.string() }),
      responses: page,
    }),
  },
  '/admin/assets/{file}': {
    get: operation({
      id: 'getPanelAsset',
      tag: 'Pages',
      summary: 'Get a script, style sheet or font of the admin panel',
      description: 'The name contains a hash of the content, so caches may keep it for a year.',
      path: z.object({ file: z.string() }),
      responses: {
        '200': {
          description: 'The file.',
          headers: z.object({ 'Cache-Control': z.string() }),
          content: {
            'text/javascript': text,
            'text/css': text,
            'image/svg+xml': text,
            'font/woff2': { schema: {} },
          },
        },
      },
      errors: ['not_found'],
    }),
  },
})
