// GET /admin, /admin/{path}     the page of the admin panel, whose script finds the screen for the path
// GET /admin/assets/{file}      its scripts, style sheet and fonts
import { join } from 'node:path'
import { Hono } from 'hono'
import { z } from 'zod'
import { previewOriginOf } from '../../content/preview/preview-url.ts'
import type { Deps } from '../../deps.ts'
import { packageRoot } from '../../platform/package-root.ts'
import { adminPanelPolicy } from '../../platform/security/content-security-policy.ts'
import { AppError } from '../../text/errors.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { acceptedEncodings } from '../responses/send-body.ts'
import type { RouteGroup } from '../route-group.ts'
import { type AssetEncoding, PanelFiles } from './panel-files.ts'

/** `bun run panel` puts the build here. */
export const BUILT_PANEL = join(packageRoot, 'dist/panel')

const noSuchFile = () => new AppError('not_found', 'There is no such file.')

/** A segment such as `favicon.svg` in a path. */
const FILE = /\.[a-z][a-z\d]{1,7}(?:\/|$)/i

const ASSETS = /^\/admin\/assets(?:\/|$)/

const MISSING_BUILD = 'The admin panel has not been built. Run `bun run panel`, then reload this page.\n'

export const panelGroup: RouteGroup = {
  paths: ['/admin'],
  // The panel itself holds nothing secret; it signs in and calls the admin API.
  authentication: 'none',
  cors: 'none',
  maxBodyBytes: 0,
  operations: panelPaths,
  routes: (deps) => new Hono<AppEnv>().route('/admin', panelRoutes(deps)),
}

export function panelRoutes({ config }: Pick<Deps, 'config'>, directory = BUILT_PANEL) {
  const files = new PanelFiles(directory)
  const { identity, site } = config
  // Where the panel has a host of its own.
  const website = site.adminHost === null ? '' : site.url
  const headers = {
    'Content-Security-Policy': adminPanelPolicy({
      issuer: identity && new URL(identity.issuer).origin,
      previews: [website, site.previewUrl ? previewOriginOf(site.previewUrl) : ''].filter(Boolean),
    }),
    'Cache-Control': 'no-cache',
    'Referrer-Policy': 'same-origin',
    'X-Robots-Tag': 'noindex',
  }

  async function sendPage(c: AppContext) {
    const page = await files.readPage()
    if (page === null) return c.text(MISSING_BUILD, 503, { 'Cache-Control': 'no-store', 'Retry-After': '10' })
    const html = page
      .replace('%LANGUAGE%', site.languages[0]!)
      .replace('%WEBSITE%', website)
      .replace('%SESSION%', site.isPanelShared ? 'tab' : 'browser')
    return c.html(html, 200, headers)
  }

  return new Hono<AppEnv>()
    .get('/assets/:file', async (c) => {
      const asset = await files.readAsset(c.req.param('file'))
      if (!asset) throw noSuchFile()
      const encoding = acceptedEncodings(c.req.header('Accept-Encoding')).find(
        (name): name is AssetEncoding => name !== 'zstd' && asset.bodies[name] !== undefined,
      )
      return c.body(asset.bodies[encoding ?? 'identity']!, 200, {
        'Content-Type': asset.type,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
        ...(encoding && { 'Content-Encoding': encoding }),
      })
    })
    .get('/', sendPage)
    .get('/*', (c) => {
      // Screens have no extension: a missing file is no page, nor is what would be below a file.
      if (ASSETS.test(c.req.path) || FILE.test(c.req.path)) throw noSuchFile()
      return sendPage(c)
    })
}

function panelPaths(): Paths {
  const text = { schema: { type: 'string' as const } }

  const page = {
    '200': { description: 'The page of the panel.', content: { 'text/html': text } },
    '503': {
      description: 'The panel has not been built: `bun run panel` builds it.',
      content: { 'text/plain': text },
    },
  }

  return operations(
    { tag: 'Pages' },
    {
      'GET /admin': {
        id: 'getPanel',
        summary: 'Get the admin panel',
        description: 'A page that needs JavaScript and signs in by itself.',
        responses: page,
      },
      'GET /admin/{path}': {
        id: 'getPanelScreen',
        summary: 'Get the admin panel at one of its screens',
        description: 'The same page for every path; its script finds the screen.',
        path: z.object({ path: z.string() }),
        responses: page,
      },
      'GET /admin/assets/{file}': {
        id: 'getPanelAsset',
        summary:
          'Get a script, style sheet or font of the admin panel, or the list of its scripts and sheets',
        description: 'The name contains a hash of the content, so caches may keep it for a year.',
        path: z.object({ file: z.string() }),
        responses: {
          '200': {
            description: 'The file.',
            headers: z.object({ 'Cache-Control': z.string() }),
            content: {
              'text/javascript': text,
              'text/css': text,
              'application/json': { schema: {} },
              'image/svg+xml': text,
              'font/woff2': { schema: {} },
            },
          },
        },
        errors: ['not_found'],
      },
    },
  )
}
