// Mails among colleagues: mentions in comments, requests for a review and their answers, and articles that are online.
import { and, eq, inArray } from 'drizzle-orm'
import { articles } from '../platform/db/schema/articles.ts'
import { adminUsers } from '../platform/db/schema/auth.ts'
import { comments, reviews } from '../platform/db/schema/collaboration.ts'
import type { DraftContext, WriteDraft } from './mail-draft.ts'
import type { News } from './mail-kinds.ts'
import type { Block } from './mail-layout.ts'
import { fill, toDigits } from './mail-words.ts'

type TeamKind = 'team-news' | 'review-decided' | 'article-online'

export const teamMails: { [Kind in TeamKind]: WriteDraft<Kind> } = {
  'team-news': async ({ name, items, more }, ctx) => {
    const { words, site, language } = ctx
    const texts = await readTexts(ctx, items)
    // Nobody is told of a subject that was deleted, withdrawn or decided in the meantime.
    const current = items.flatMap((item) => {
      const text = texts.get(keyOf(item))
      return text === undefined ? [] : [{ item, text }]
    })
    const [first] = current
    if (!first) return null
    const count = toDigits(current.length + more, language)
    const [subject, open] =
      first.item.about === 'mention'
        ? [words.mentionSubject, words.openComment]
        : [words.reviewSubject, words.openRecord]
    const isOne = current.length + more === 1
    return {
      subject: isOne
        ? fill(subject, { by: first.item.by, label: first.item.label })
        : fill(words.newsSubject, { count, site }),
      blocks: [
        { kind: 'text', text: fill(words.greeting, { name }) },
        ...current.flatMap(({ item, text }) => newsBlocks(ctx, { item, text, open, isOne })),
        ...(more > 0
          ? [{ kind: 'text' as const, text: fill(words.newsMore, { count: toDigits(more, language) }) }]
          : []),
        { kind: 'note', text: words.newsChoice },
      ],
    }
  },

  'review-decided': ({ name, decision, by, label, path, note }, { words, adminUrl }) => ({
    subject: fill(words[`${decision}Subject`], { label }),
    blocks: [
      { kind: 'text', text: fill(words.greeting, { name }) },
      { kind: 'text', text: fill(words[`${decision}Intro`], { by, label }) },
      ...(note ? [{ kind: 'quote' as const, text: note }] : []),
      { kind: 'button', label: words.openRecord, url: `${adminUrl}/admin/${path}` },
    ],
  }),

  'article-online': async ({ name, article, pages }, { database, words, site, siteUrl }) => {
    const [row] = await database.query((tx) =>
      tx
        .select({ title: articles.title, slug: articles.slug })
        .from(articles)
        .where(and(eq(articles.id, article), eq(articles.status, 'published'))),
    )
    if (!row) return null
    const { title, slug } = row
    return {
      subject: fill(words.onlineSubject, { title }),
      blocks: [
        { kind: 'text', text: fill(words.greeting, { name }) },
        { kind: 'text', text: fill(words.onlineIntro, { title, site }) },
        { kind: 'button', label: words.onlineButton, url: `${siteUrl}${pages}${encodeURIComponent(slug)}` },
      ],
    }
  },
}

const keyOf = ({ about, id }: Pick<News, 'about' | 'id'>) => `${about} ${id}`

/** The comments and the notes of the requests that there still are, by `keyOf`. */
async function readTexts({ database }: DraftContext, items: readonly News[]): Promise<Map<string, string>> {
  const idsOf = (about: News['about']) => items.filter((item) => item.about === about).map(({ id }) => id)
  return database.readConsistently(async (tx) => {
    const said = await tx
      .select({ id: comments.id, text: comments.body })
      .from(comments)
      .where(inArray(comments.id, [0, ...idsOf('mention')]))
    const requested = await tx
      .select({ id: reviews.id, text: reviews.request_note })
      .from(reviews)
      .where(and(inArray(reviews.id, [0, ...idsOf('review')]), eq(reviews.state, 'requested')))
    const ids = said.flatMap(({ text }) => [...text.matchAll(MENTION)].map(([, id]) => Number(id)))
    const accounts = await tx
      .select({ id: adminUsers.id, name: adminUsers.name })
      .from(adminUsers)
      .where(inArray(adminUsers.id, [0, ...ids]))
    const names = new Map(accounts.map(({ id, name }) => [String(id), name]))
    const named = (text: string) => text.replaceAll(MENTION, (_, id: string) => `@${names.get(id) ?? ''}`)
    return new Map([
      ...said.map(({ id, text }) => [keyOf({ about: 'mention', id }), named(text)] as const),
      ...requested.map(({ id, text }) => [keyOf({ about: 'review', id }), text ?? ''] as const),
    ])
  })
}

/** As in `content/collaboration/mentions.ts`. */
const MENTION = /@\[(\d{1,9})\]/g

type Item = { item: News; text: string; open: string; isOne: boolean }

function newsBlocks({ words, adminUrl }: DraftContext, { item, text, open, isOne }: Item): Block[] {
  const { about, id, by, label, path } = item
  const isMention = about === 'mention'
  const url = `${adminUrl}/admin/${path}${isMention ? `#comment-${id}` : ''}`
  return [
    { kind: 'text', text: fill(isMention ? words.mentionIntro : words.reviewIntro, { by, label }) },
    ...(text ? [{ kind: 'quote' as const, text }] : []),
    isOne
      ? { kind: 'button', label: open, url }
      : { kind: 'link', label: isMention ? words.openComment : words.openRecord, url },
  ]
}
