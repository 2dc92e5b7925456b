// Selects the posts and pages to import, joins translations into one record, and gives the records unique slugs; reports
// the others with a reason.
import { languageKeys } from '../../../text/content-language.ts'
import { whyContentTooComplex } from '../convert/content-html.ts'
import type { AddNote } from '../convert/import-notes.ts'
import { languageName, type SiteLanguages } from '../read/site-languages.ts'
import type { Post, WordPressExport } from '../read/wordpress-export.ts'
import {
  isPast,
  type Publication,
  publicationOf,
  publishingTime,
  titleOf,
  whyPageIsNotPublic,
} from './post-fields.ts'
import { type PostTexts, postsOf } from './text-records.ts'
import { uniqueSlugs } from './wordpress-slugs.ts'

export type PostWithSlug = PostTexts & { slug: string }
export type PostToPublish = PostWithSlug & { publication: Publication }

type Selection = { languages: SiteLanguages; skip: AddNote; change: AddNote; now: Date }

/** Sticky ones first, then the newest first. */
export function selectArticles(
  { posts }: Pick<WordPressExport, 'posts'>,
  selection: Selection,
): PostToPublish[] {
  const { change, now } = selection
  const reasonToSkip = (post: Post) => whyDiscarded(post) ?? whyContentTooComplex(post.content)
  /** A draft must not become public with its translation, and the reverse. */
  const stateOf = (post: Post) => {
    const { status, published_at } = publicationOf(post, now)
    return status === 'draft' ? 'draft' : isPast(published_at, now) ? 'public' : 'scheduled'
  }
  const articles = selectTexts(posts, {
    ...selection,
    kind: 'articles',
    prefix: 'post',
    reasonToSkip,
    stateOf,
  })
    .map((entry) => ({ ...entry, publication: publicationOf(entry.post, now) }))
    .sort(
      (a, b) =>
        Number(isSticky(b)) - Number(isSticky(a)) ||
        publishingTime(b.post) - publishingTime(a.post) ||
        b.post.id - a.post.id,
    )
  for (const { post, publication } of articles) {
    if (publication.reason) change('articles', titleOf(post), publication.reason)
  }
  return articles
}

const isSticky = (texts: PostTexts) => postsOf(texts).some((post) => post.isSticky)

type PublicOnly = Selection & { kind: string; prefix: string }

/** Pages, or posts of another type whose records have no drafts either. */
export function selectPublic(posts: readonly Post[], selection: PublicOnly): PostWithSlug[] {
  const reasonToSkip = (page: Post) =>
    whyDiscarded(page) ?? whyPageIsNotPublic(page, selection.now) ?? whyContentTooComplex(page.content)
  return selectTexts(posts, { ...selection, reasonToSkip, stateOf: () => 'public' })
}

type Rules = PublicOnly & {
  reasonToSkip: (post: Post) => string | null
  /** Only posts in the same state become one record. */
  stateOf: (post: Post) => string
}

/** Sorted by WordPress id, so that of two posts with the same slug always the same one keeps it. */
function selectTexts(
  posts: readonly Post[],
  { kind, prefix, reasonToSkip, ...rules }: Rules,
): PostWithSlug[] {
  const seen = new Set<string>()
  const selected = posts.filter((post) => {
    const identity = `${post.id} ${post.slug}`
    const reason = reasonToSkip(post) ?? (seen.has(identity) ? 'the file contains it twice' : null)
    if (reason) rules.skip(kind, titleOf(post), reason)
    else seen.add(identity)
    return reason === null
  })
  selected.sort((a, b) => a.id - b.id)
  const texts = joinTranslations(selected, kind, rules)
  const slugs = uniqueSlugs(
    texts.map(({ post }) => post),
    prefix,
  )
  return texts.map((entry, index) => ({ ...entry, slug: slugs[index]! }))
}

function joinTranslations(
  posts: readonly Post[],
  kind: string,
  { languages, skip, change, stateOf }: Omit<Rules, 'kind' | 'prefix' | 'reasonToSkip'>,
): PostTexts[] {
  const byGroup = new Map<string, Post>()
  for (const post of posts) {
    const { language, name } = languages.ofPost(post)
    if (language === 'other')
      skip(kind, titleOf(post), `in the language “${name}”: Frontage has one language beside English`)
    const key = `${language} ${languages.groupOf(post)}`
    if (languages.groupOf(post) !== null && !byGroup.has(key)) byGroup.set(key, post)
  }
  const texts = new Map<Post, PostTexts>()
  const joined = new Set<Post>()
  for (const [index, language] of languageKeys.entries()) {
    for (const post of posts) {
      if (languages.ofPost(post).language !== language || joined.has(post)) continue
      const inLanguages = new Map([[language, post]])
      for (const other of languageKeys.slice(index + 1)) {
        const translation = byGroup.get(`${other} ${languages.groupOf(post)}`)
        if (!translation || joined.has(translation)) continue
        if (stateOf(translation) !== stateOf(post)) {
          const version = `its ${languageName(other)} version`
          change(kind, titleOf(post), `kept apart from ${version}: only one of them is public`)
          continue
        }
        joined.add(translation)
        inLanguages.set(other, translation)
      }
      texts.set(post, { post, inLanguages })
      if (language !== 'primary')
        change(
          kind,
          titleOf(post),
          `exists only in ${languageName(language)}: its title stands in both languages`,
        )
    }
  }
  return posts.flatMap((post) => texts.get(post) ?? [])
}

const whyDiscarded = ({ status }: Post) => (/^(?:trash|inherit)$/.test(status) ? `status ${status}` : null)
