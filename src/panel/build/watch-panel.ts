// Builds the admin panel again whenever its sources change, for `bun run dev`. The service reads the new files at once.
import { watch } from 'node:fs'
import { join } from 'node:path'
import { bundlePanel, isBuilt, root } from './bundle-panel.ts'

let running: Promise<void> | null = null
let isStale = false

async function build() {
  try {
    if (await isBuilt()) return
    const { milliseconds } = await bundlePanel({ isCompressed: false })
    console.log(`built the admin panel in ${milliseconds} ms`)
  } catch (error) {
    console.error(error)
  }
}

/** One build at a time; changes during it lead to one more. */
async function buildAgain() {
  isStale = true
  if (running) return
  while (isStale) {
    isStale = false
    running = build()
    await running
  }
  running = null
}

await buildAgain()
for (const folder of ['src/panel', 'src/client', 'src/text'])
  watch(join(root, folder), { recursive: true }, () => void buildAgain())
