// Every page of the demo website in a real browser: accessibility (axe), no overflow at 320 pixels, no console messages, and
// valid HTML, in both languages and both colour schemes.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { withPage } from '../support/browser.ts'
import { inEnglish, pageAddresses, startDemoWebsite } from './demo-website.ts'
import { htmlProblems } from './html-problems.ts'

const addresses = [...pageAddresses, '/nothing', inEnglish('/nothing')]

let site: Awaited<ReturnType<typeof startDemoWebsite>>
beforeAll(async () => {
  site = await startDemoWebsite()
})
afterAll(() => site?.stop())

const AXE = join(import.meta.dir, '../../node_modules/axe-core/axe.min.js')

type Found = { id: string; nodes: { target: string[] }[] }

async function findings(page: Page): Promise<string[]> {
  const { violations } = (await page.evaluate(`axe.run({ resultTypes: ['violations'] })`)) as {
    violations: Found[]
  }
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

test.each([
  ['light', 320],
  ['dark', 320],
  ['light', 1280],
  ['dark', 1280],
] as const)('every page is accessible and fits, %s at %i pixels', async (colorScheme, width) => {
  // Scripts of the test run in pages whose policy allows none.
  const axe = await Bun.file(AXE).text()
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    for (const address of addresses) {
      const messages: string[] = []
      page.on('console', (message) => messages.push(message.text()))
      page.on('pageerror', (error) => messages.push(String(error)))
      await page.goto(site.url + address)
      page.removeAllListeners('console')
      page.removeAllListeners('pageerror')
      await page.evaluate(axe)
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
      // The browser itself reports the status of the 404 page.
      const unexpected = messages.filter((text) => !(address.startsWith('/nothing') && text.includes('404')))
      expect({ address, overflow, unexpected, found: await findings(page) }).toEqual({
        address,
        overflow: 0,
        unexpected: [],
        found: [],
      })
    }
  })
})

test('every page is valid HTML', async () => {
  for (const address of addresses) {
    const response = await fetch(site.url + address, {
      headers: { Accept: 'text/html' },
    })
    expect({ address, problems: await htmlProblems(await response.text()) }).toEqual({
      address,
      problems: [],
    })
  }
})

/** The number of lines that the text of an element takes. */
const linesOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('${selector}'))
    return new Set([...range.getClientRects()].map(({ top }) => top)).size
  })()`)

/** The number of elements, and of the lines that they stand in. */
const rowsOf = (page: Page, selector: string) =>
  page.evaluate(`(() => {
    const tops = [...document.querySelectorAll('${selector}')].map((element) => element.getBoundingClientRect().top)
    return { count: tops.length, rows: new Set(tops).size }
  })()`)

test('on a phone the name and the breadcrumb take one line', async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    for (const path of ['/blog/sizing-pumps-right', inEnglish('/blog/sizing-pumps-right')]) {
      await page.goto(site.url + path)
      expect(await linesOf(page, '.site-header .brand > span:last-child')).toBe(1)
      expect(await rowsOf(page, '.crumbs li')).toEqual({ count: 3, rows: 1 })
    }
  })
})

test('on a tablet three cards stand in one row', async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 820, height: 1180 })
    await page.goto(site.url)
    for (const band of ['projects', 'testimonials', 'blog'])
      expect(await rowsOf(page, `#${band} .band-head + ul > li`)).toEqual({ count: 3, rows: 1 })
  })
})

test('four cards stand in one row on a wide screen and in two on a tablet', async () => {
  await withPage(async (page) => {
    for (const [width, rows] of [
      [1440, 1],
      [820, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${site.url}/projects`)
      expect(await rowsOf(page, '.cards > li')).toEqual({ count: 4, rows })
    }
  })
})

test('the titles of cards stand at one height, also where one has no picture', async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`${site.url}/projects`)
    await page.evaluate(`document.querySelector('.card .shot').remove()`)
    expect(await rowsOf(page, '.cards .kicker')).toEqual({ count: 4, rows: 1 })
  })
})

test('short Persian texts in cards have the line height of the page', async () => {
  await withPage(async (page) => {
    for (const [path, selector] of [
      ['/about', '.person .prose'],
      ['/investment', '.model .prose'],
      ['/', '.faq .prose'],
    ]) {
      await page.goto(site.url + path)
      const [text, around] = (await page.evaluate(`['${selector}', 'body'].map((it) => {
        const { lineHeight, fontSize } = getComputedStyle(document.querySelector(it))
        return (parseFloat(lineHeight) / parseFloat(fontSize)).toFixed(2)
      })`)) as string[]
      expect([path, text]).toEqual([path!, around])
    }
  })
})

test('an aligned picture stands at its side of the text, on a phone above it', async () => {
  await withPage(async (page) => {
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      for (const address of ['/blog/sizing-pumps-right', inEnglish('/blog/sizing-pumps-right')]) {
        await page.goto(site.url + address)
        const sides = await page.evaluate(`['alignleft', 'alignright'].map((name) => {
          const picture = document.querySelector('.cover img').src
          const story = document.querySelector('.story > .prose')
          story.innerHTML = '<figure class="' + name + '"><img width="300" height="200" src="' + picture + '" alt="">' +
            '<figcaption>Below</figcaption></figure><p>Beside</p>'
          const figure = story.querySelector('figure').getBoundingClientRect()
          const text = story.querySelector('p').getBoundingClientRect()
          if (figure.bottom <= text.top) return 'above'
          return figure.left === text.left ? 'left' : figure.right === text.right ? 'right' : 'elsewhere'
        })`)
        const expected = width === 390 ? ['above', 'above'] : ['left', 'right']
        expect({ width, address, sides }).toEqual({ width, address, sides: expected })
      }
    }
  })
})

test('lists have the digits of the language, or the letters and numerals that they are given', async () => {
  await withPage(async (page) => {
    await page.goto(`${site.url}/blog/sizing-pumps-right`)
    const styles = await page.evaluate(`(() => {
      const story = document.querySelector('.story > .prose')
      const types = ['', 'a', 'A', 'i', 'I'].map((type) => type && ' type="' + type + '"')
      story.innerHTML = types.map((type) => '<ol' + type + '><li>a</li></ol>').join('')
      return [...story.children].map((list) => getComputedStyle(list).listStyleType)
    })()`)
    expect(styles).toEqual(['persian', 'lower-alpha', 'upper-alpha', 'lower-roman', 'upper-roman'])
  })
})

test('no long word makes a page wider than a phone', async () => {
  const home = [
    '.announcement span',
    '.announcement a',
    '.faq summary',
    '.card h3 a',
    '.quote blockquote',
    'h2',
  ]
  const about = [
    '.principles p',
    '.person h3',
    '.person .role',
    '.person .ways a',
    '.place h3',
    '.details a',
    '.timeline h3',
  ]
  await withPage(async (page) => {
    await page.setViewportSize({ width: 320, height: 700 })
    for (const [path, selectors] of [
      ['/', home],
      ['/about', about],
    ] as const) {
      await page.goto(site.url + path)
      for (const selector of selectors) {
        const overflow = await page.evaluate(`(() => {
          document.querySelector('${selector}').textContent = 'Donaudampfschifffahrt'.repeat(5)
          return document.documentElement.scrollWidth - innerWidth
        })()`)
        expect({ path, selector, overflow }).toEqual({ path, selector, overflow: 0 })
      }
    }
  })
})

test('a name too long to stand beside the logo gives way to it', async () => {
  const shown = (page: Page, name: string) =>
    page.evaluate(`(() => {
      const brand = document.querySelector('.bar .brand')
      brand.innerHTML = '<img width="160" height="40" src="/favicon.ico" alt="" style="width: 160px"><span>${name}</span>'
      const [box, text] = [brand, brand.lastChild].map((it) => it.getBoundingClientRect())
      return { height: box.height, isShown: text.top < box.bottom }
    })()`)
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(inEnglish(`${site.url}/`))
    expect(await shown(page, 'AC')).toEqual({ height: 40, isShown: true })
    expect(await shown(page, 'Pioneers of Sustainable Development')).toEqual({ height: 40, isShown: false })
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await shown(page, 'ACME Trading')).toEqual({ height: 40, isShown: true })
  })
})

test('in the dark scheme no announcement, notice or found word is bright', async () => {
  await withPage(async (page) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(site.url)
    const names = ['announcement info', 'announcement success', 'announcement warning']
    for (const name of [...names, 'notice success', 'notice error', 'preview-banner', 'mark']) {
      const background = (await page.evaluate(`(() => {
        const bar = document.createElement('${name === 'mark' ? 'mark' : 'div'}')
        bar.className = '${name}'
        document.querySelector('main').append(bar)
        const canvas = document.createElement('canvas').getContext('2d')
        canvas.fillStyle = getComputedStyle(bar).backgroundColor
        canvas.fillRect(0, 0, 1, 1)
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3)
      })()`)) as number[]
      expect({ name, isDark: Math.max(...background) < 100 }).toEqual({ name, isDark: true })
    }
  })
})

test('printed, nothing but what can be read is left: no form, no white text, no heading without its section', async () => {
  await withPage(async (page) => {
    await page.emulateMedia({ media: 'print' })
    await page.goto(inEnglish(`${site.url}/contact`))
    expect(await page.getByText('Write to us').isVisible()).toBe(false)
    expect(await page.getByText('Contact details').isVisible()).toBe(true)
    await page.goto(inEnglish(`${site.url}/`))
    const styleOf = (selector: string, property: string) =>
      page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${property}']`)
    expect(await styleOf('.hero .button', 'color')).toBe('rgb(0, 0, 0)')
    expect(await styleOf('.band-head', 'breakAfter')).toBe('avoid')
  })
})
