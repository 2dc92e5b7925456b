// A small frontend: shows the site in both languages, and lets an editor rename it.
import {
  ApiProblem,
  type Article,
  createClient,
  findImage,
  imageSize,
  imageUrl,
  type Site,
  srcset,
} from 'frontage/client'

const find = <E extends Element>(selector: string) => document.querySelector<E>(selector)!
const baseUrl = find<HTMLMetaElement>('meta[name=api]').content
const api = createClient({ baseUrl })

let english = false
let site: Site = await api.site()
// With `SPA_DIR`, the page that the service rendered for this path stands there until now.
find('#app').replaceChildren(find<HTMLTemplateElement>('#page').content)

/** The text in the current language, or else in the primary language. */
const localized = (primary: string | null, translated: string | null) =>
  (english ? (translated ?? primary) : primary) ?? ''

function show() {
  document.documentElement.lang = english ? 'en' : (site.languages[0] ?? 'fa')
  document.documentElement.dir = english ? 'ltr' : 'rtl'
  const settings = site.site_settings
  find('#name').textContent = settings && localized(settings.site_name, settings.site_name_en)
  find('#language').textContent = english ? 'فارسی' : 'English'
  find('#menu').replaceChildren(
    ...site.menu
      .filter(({ parent_id, location }) => parent_id === null && location === 'header')
      .map(({ label, label_en, url }) => {
        const link = document.createElement('a')
        link.href = url
        link.textContent = localized(label, label_en)
        return link
      }),
  )
  find('#articles').replaceChildren(
    ...site.articles.map((article) => {
      const item = document.createElement('li')
      item.textContent = localized(article.title, article.title_en)
      item.addEventListener('click', () => void open(article.slug))
      return item
    }),
  )
  showGallery()
}

/** The gallery: each screen loads the size that it needs, and nothing moves meanwhile. */
function showGallery() {
  const options = { ratio: '4x3', base: baseUrl } as const
  find('#gallery').replaceChildren(
    ...site.gallery.flatMap(({ image: url, image_alt, image_alt_en }) => {
      const image = findImage(site, url)
      if (!image) return []
      const element = document.createElement('img')
      Object.assign(element, imageSize(image, options.ratio), {
        loading: 'lazy',
        sizes: '(min-width: 40rem) 20rem, 100vw',
      })
      element.srcset = srcset(image, options)
      element.src = imageUrl(image, { ...options, width: 640 })
      element.alt = localized(image_alt, image_alt_en)
      return element
    }),
  )
}

async function open(slug: string) {
  const article: Article = await api.articles.get(slug)
  // Safe: the service sanitizes HTML when it is saved.
  find('#article').innerHTML = localized(article.content, article.content_en)
}

/** An error message for the user. */
function explain(problem: ApiProblem): string {
  switch (problem.code) {
    case 'invalid_credentials':
      return 'Incorrect email or password.'
    case 'too_many_requests':
      return `Too many attempts; wait ${problem.retryAfter} seconds.`
    case 'stale':
      return 'Someone else has changed it; reload and try again.'
    case 'validation_failed':
      return problem.errors.map(({ path, message }) => `${path} ${message}`).join(', ')
    default:
      return problem.message
  }
}

/** Handles a form and shows the result or the error. */
const onSubmit = (selector: string, act: (fields: FormData) => Promise<string>) =>
  find<HTMLFormElement>(selector).addEventListener('submit', async (event) => {
    event.preventDefault()
    const status = find('#status')
    status.textContent = ''
    try {
      status.textContent = await act(new FormData(event.currentTarget as HTMLFormElement))
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error
      status.textContent = explain(error)
    }
  })

onSubmit('#sign-in', async (fields) => {
  const { user } = await api.auth.login(String(fields.get('email')), String(fields.get('password')))
  find<HTMLFormElement>('#rename').hidden = false
  return `Signed in as ${user.email}.`
})

onSubmit('#rename', async (fields) => {
  const settings = api.admin.resource('site-settings')
  const { id, version } = await settings.get(1)
  const name = String(fields.get('name'))
  await settings.patch(id, english ? { site_name_en: name } : { site_name: name }, { version })
  site = await api.site()
  show()
  return 'Renamed.'
})

find('#language').addEventListener('click', () => {
  english = !english
  show()
})

show()
