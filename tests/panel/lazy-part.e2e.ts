import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { bundleScripts } from '../../src/panel/build/bundle-scripts.ts'
import { chromiumPath, withPage } from '../support/browser.ts'

test.skipIf(!chromiumPath)(
  'a screen or part whose script arrives between its first rendering and its effects is shown',
  async () => {
    const { files, entry } = await bundleScripts(join(import.meta.dir, 'design/lazy-part-harness.tsx'))
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }) => {
        const script = files.get(new URL(url).pathname.replace('/admin/assets/', ''))
        return script
          ? new Response(script.slice(), { headers: { 'Content-Type': 'text/javascript' } })
          : new Response(
              `<div id="panel"></div><script type="module" src="/admin/assets/${entry}"></script>`,
              { headers: { 'Content-Type': 'text/html' } },
            )
      },
    })
    await withPage(async (page) => {
      await page.goto(server.url.href)
      await page.getByText('the screen').waitFor()
      await page.getByText('the part').waitFor()
      expect(await page.locator('p').allTextContents()).toEqual(['the screen', 'the part'])
    })
  },
)
