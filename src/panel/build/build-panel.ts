// Builds the admin panel into dist/panel, which the service serves at /admin: `bun run panel`. Does nothing when the
// sources are those of the last build.
import { bundlePanel, isBuilt } from './bundle-panel.ts'

if (await isBuilt()) console.log('the admin panel is up to date')
else {
  console.log('building the admin panel …')
  const { milliseconds, files } = await bundlePanel({ isCompressed: true })
  console.log(`built the admin panel: ${files} files in ${milliseconds} ms`)
}
