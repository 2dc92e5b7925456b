// A person who has never read the manual publishes an illustrated article in both languages, reorders the services and
// answers a message in under five minutes: by keyboard alone, with what the screens show and name.

import { beforeAll, expect, test } from 'bun:test'
import { describePanel } from './support/drive.ts'
import { KeyboardVisitor } from './support/keyboard-visitor.ts'
import { ADMIN } from './support/panel.ts'

const LIMIT_SECONDS = 5 * 60

/** The names that the screens show. */
const VISITS = {
  en: {
    goTo: 'Search pages and content',
    articles: 'Articles',
    article: 'Article',
    new: 'New',
    title: 'Title',
    titleTwin: 'Title (English)',
    text: 'Text',
    textTwin: 'Text (English)',
    choosePicture: 'Choose a picture',
    search: 'Search',
    alt: 'Alternative text for this place',
    usePicture: 'Use this picture',
    publish: 'Publish',
    published: 'Published',
    services: 'Services',
    moved: 'Moved to position 2 of 5',
    messages: 'Messages',
    reply: 'Reply',
  },
  fa: {
    goTo: 'جستجوی صفحه‌ها و محتوا',
    articles: 'مقاله‌ها',
    article: 'مقاله',
    new: 'جدید',
    title: 'عنوان',
    titleTwin: 'عنوان (انگلیسی)',
    text: 'متن',
    textTwin: 'متن (انگلیسی)',
    choosePicture: 'انتخاب تصویر',
    search: 'جستجو',
    alt: 'متن جایگزین در اینجا',
    usePicture: 'استفاده از این تصویر',
    publish: 'انتشار',
    published: 'منتشر شد',
    services: 'خدمات',
    moved: 'به جایگاه ۲ از ۵ رفت',
    messages: 'پیام‌ها',
    reply: 'پاسخ',
  },
} as const

const ARTICLE = {
  title: 'پنج نکته برای نگهداری پمپ',
  titleTwin: 'Five rules for the care of pumps',
  text: 'پمپ را هر ماه بازرسی کنید و یاتاقان‌ها را روغن بزنید. صدای تازه نشانهٔ خرابی است.',
  textTwin: 'Inspect the pump every month and oil its bearings. A new sound means a fault.',
  alt: 'پمپ‌های ایستگاه',
}

describePanel('the first visit', {}, (panel) => {
  beforeAll(async () => {
    await panel.app.anyone('POST', '/api/contact', {
      body: { name: 'سارا محمدی', email: 'sara@example.com', subject: 'پمپ', message: 'قیمت پمپ چند است؟' },
    })
  })
  let articles = 0

  const stored = async (resource: string, query = '') =>
    (await panel.admin('GET', `/api/admin/${resource}?${query}`)).body.items as Record<string, any>[]

  test.each(['en', 'fa'] as const)(
    'publishes an article, reorders the services and answers a message, in %s',
    async (language) => {
      const names = VISITS[language]
      const before = await stored('services')
      const title = `${ARTICLE.title} ${++articles}`
      const began = performance.now()
      const page = await panel.open('/', { language, client: null })
      const visitor = await KeyboardVisitor.at(page)
      const goTo = async (name: string) => {
        await visitor.press('Control+K')
        await visitor.findsFocusOn('combobox', names.goTo)
        await visitor.type(name)
        await visitor.findsOption(name)
        await visitor.press('Enter')
        await visitor.findsFocusOn('heading', name)
      }
      const fill = async (name: string, text: string) => {
        await visitor.reach('textbox', name)
        await visitor.type(text)
      }

      await visitor.type(ADMIN.email)
      await visitor.press('Tab')
      await visitor.type(ADMIN.password)
      await visitor.press('Enter')
      await visitor.reads('Ctrl K')

      await goTo(names.articles)
      await visitor.reach('link', names.new)
      await visitor.press('Enter')
      await visitor.findsFocusOn('heading', names.article)
      await fill(names.title, title)
      await fill(names.titleTwin, ARTICLE.titleTwin)
      await fill(names.text, ARTICLE.text)
      await fill(names.textTwin, ARTICLE.textTwin)
      await visitor.reach('button', names.choosePicture)
      await visitor.press('Enter')
      await visitor.findsFocusOn('searchbox', names.search)
      await visitor.type('pump')
      await visitor.reach('row', 'pumping-station.jpg')
      await visitor.press('Space')
      await visitor.reach('textbox', names.alt)
      await visitor.press('Control+A')
      await visitor.type(ARTICLE.alt)
      await visitor.reach('button', names.usePicture)
      await visitor.press('Enter')
      await visitor.findsFocusOn('button', names.choosePicture)
      await visitor.reach('button', names.publish)
      await visitor.press('Enter')
      await visitor.hears(names.published)

      await goTo(names.services)
      await visitor.reach('row', before[0]![language === 'en' ? 'title_en' : 'title'])
      await visitor.press('Alt+ArrowDown')
      await visitor.hears(names.moved)

      await goTo(names.messages)
      await visitor.reach('link', /سارا محمدی/)
      await visitor.press('Enter')
      await visitor.findsFocusOn('heading', 'پمپ')
      await visitor.reach('link', names.reply)
      await visitor.press('Enter')
      const reply = await visitor.opens('mailto:')

      const waited = (performance.now() - began) / 1_000
      const { keys, looks } = visitor
      const total = visitor.seconds + waited
      console.log(`${language}: ${keys} keys, ${looks} looks, ${total.toFixed(0)} s`)
      expect(total).toBeLessThanOrEqual(LIMIT_SECONDS)

      const [article] = await stored('articles', `q=${encodeURIComponent(title)}`)
      expect(article).toMatchObject({
        status: 'published',
        title_en: ARTICLE.titleTwin,
        image_alt: ARTICLE.alt,
        image: expect.stringMatching(/pumping-station/),
        content: `<p>${ARTICLE.text}</p>`,
        content_en: `<p>${ARTICLE.textTwin}</p>`,
      })
      const published = await fetch(`${panel.url}/api/articles/${encodeURIComponent(article!.slug)}`)
      expect(published.status).toBe(200)
      const [first, second, ...others] = before.map(({ id }) => id)
      expect((await stored('services')).map(({ id }) => id)).toEqual([second, first, ...others])
      expect(reply.pathname).toBe('sara@example.com')
      expect(reply.searchParams.get('body')).toContain('قیمت پمپ چند است؟')
    },
  )
})
