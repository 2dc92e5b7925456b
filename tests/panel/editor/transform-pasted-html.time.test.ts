import { expect, test } from 'bun:test'
import { transformPastedHtml } from '../../../src/panel/editor/paste/transform-pasted-html.ts'
import { startCpuTimer } from '../../support/cpu-timer.ts'

test('nothing that a clipboard may hold takes long', () => {
  for (const hostile of ['<', '<a ', '<p>', '<!--', '<b style="', '</p>', '<ul><li>']) {
    const spent = startCpuTimer()
    transformPastedHtml(hostile.repeat(20_000), { direction: 'ltr', keepEmbedded: (url) => url })
    expect(spent()).toBeLessThan(5_000)
  }
})
