import type { Language } from '../language-rules.ts'

const list = (words: string) =>
  words
    .trim()
    .split(/\n\s*|,\s*/)
    .map((word) => word.trimEnd())

const FUNCTION_WORDS = `
a, an, the, this, that, these, those, my, your, his, her, its, our, their, mine, yours, hers, ours, theirs
i, you, he, she, it, we, they, me, him, us, them, myself, yourself, himself, herself, itself, ourselves, themselves
who, whom, whose, which, what, when, where, why, how, whether, there, here
and, or, but, nor, so, yet, if, because, as, until, while, although, though, unless, since, than
of, at, by, for, with, about, against, between, into, through, during, before, after, above, below, to, from, up, down, in, out, on, off, over, under, upon, per, via, within, without, toward, towards, among, across, along, around, behind, beside, beyond, near
am, is, are, was, were, be, been, being, have, has, had, having, do, does, did, doing, can, could, may, might, must, shall, should, will, would, ought
not, no, none, any, some, all, each, every, both, few, many, much, more, most, other, another, such, only, own, same, too, very, just, also, again, further, then, once, now, ever, never, quite, rather, really
one, two, three, s, t, don, im, its, lets, vs, etc`

const TRANSITIONS = `
accordingly, additionally, after all, afterward, afterwards, albeit, also, although, alternatively, altogether, and yet, another, anyway, as a result, as long as, as soon as, as well as, at first, at last, at the same time, at the moment
because, before, besides, briefly, but, by all means, by contrast, by the time, by the way, certainly, chiefly, clearly, compared with, comparatively, consequently, conversely, correspondingly
despite, doubtless, due to, during, earlier, either, equally, especially, even if, even so, even though, eventually, evidently, explicitly
finally, first, firstly, following, for example, for instance, for that reason, for the most part, for the purpose of, for this reason, for one thing, fortunately, further, furthermore
generally, given that, hence, henceforth, however, identically, if, in addition, in any case, in any event, in brief, in case, in comparison, in conclusion, in contrast, in detail, in effect, in essence, in fact, in general, in order that, in order to, in other words, in particular, in short, in similar fashion, in spite of, in sum, in summary, in that case, in the end, in the event that, in the first place, in the same way, in this case, in this way, in truth, in turn, including, incidentally, indeed, initially, instead
last, lastly, later, lest, lately, likewise, mainly, markedly, meanwhile, moreover, most of all, much more, namely, nevertheless, next, nonetheless, nor, not only, notwithstanding, not to mention, now that
obviously, of course, on account of, on balance, on condition that, on the condition that, on the contrary, on the one hand, on the other hand, on the whole, once, only if, otherwise, overall
particularly, presently, previously, provided that, rather, regardless, secondly, second, seemingly, shortly, significantly, similarly, simultaneously, since, so, so that, soon, specifically, still, straightaway, subsequently, such as, suddenly, supposing, surely, surprisingly
that is, that is to say, then, thereafter, therefore, thereupon, third, thirdly, this time, though, thus, till, to be sure, to begin with, to clarify, to conclude, to explain, to illustrate, to sum up, to summarize, to that end, together with, too
ultimately, undoubtedly, unlike, unless, unquestionably, until, until now, usually, well, what is more, when, whenever, whereas, wherever, while, with this in mind, without a doubt, without doubt, yet`

const IRREGULAR_PARTICIPLES = `
beaten, become, begun, bent, bet, bid, bitten, bound, blown, bought, bred, broken, brought, broadcast, built, burnt, burst, caught, chosen, cost, cut, dealt, dug, done, drawn, driven, drunk, eaten, fallen, fed, felt, fought, forbidden, forecast, forgotten, forgiven, found, flown, frozen, given, ground, grown, hanged, heard, held, hidden, hit, hung, hurt, kept, knit, known, laid, lain, led, left, lent, let, lit, lost, made, meant, met, mistaken, mown, overcome, overridden, overseen, overtaken, overthrown, paid, proven, put, quit, read, rebuilt, redone, rewritten, rid, ridden, risen, rung, run, said, sawn, seen, sent, set, sewn, shaken, shed, shone, shot, shown, shut, sold, sought, spent, split, spoken, spread, spun, stolen, stood, struck, stuck, stung, sung, sunk, sworn, swept, taken, taught, told, thought, thrown, torn, understood, undertaken, undone, upheld, upset, woken, won, worn, woven, written, withdrawn, withheld`

const BE = new Set('am is are was were be been being isnt arent wasnt werent'.split(' '))
const PARTICIPLES = new Set(list(IRREGULAR_PARTICIPLES))
const NO_PARTICIPLE = new Set(
  'need indeed hundred red bed speed seed feed weed breed greed embed shed wed sled ted med'.split(' '),
)
const CLAUSE_STARTS = new Set('and or but that which who because while when if as than to'.split(' '))
/** Words that may stand between the form of "be" and the participle, such as adverbs and "not". */
const MAX_BETWEEN = 3

const isParticiple = (form: string) =>
  PARTICIPLES.has(form) || (form.length > 3 && form.endsWith('ed') && !NO_PARTICIPLE.has(form))

function isPassive(forms: readonly string[]): boolean {
  return forms.some((form, at) => {
    if (!BE.has(form)) return false
    for (const next of forms.slice(at + 1, at + 2 + MAX_BETWEEN)) {
      if (isParticiple(next)) return true
      if (CLAUSE_STARTS.has(next) || !(next.endsWith('ly') || ADVERBS.has(next) || BE.has(next))) return false
    }
    return false
  })
}

const ADVERBS = new Set(
  'not always also already often never still now just then soon well even ever once'.split(' '),
)

function stemOf(form: string): string {
  if (form.length > 4 && form.endsWith('ies')) return `${form.slice(0, -3)}y`
  if (form.length > 4 && /(?:s|x|z|ch|sh)es$/.test(form)) return form.slice(0, -2)
  if (form.length > 3 && form.endsWith('s') && !/(?:ss|us|is)$/.test(form)) return form.slice(0, -1)
  return form
}

export const english: Language = {
  functionWords: new Set(list(FUNCTION_WORDS)),
  transitions: list(TRANSITIONS),
  articles: new Set(['a', 'an', 'the', 'this', 'that', 'these', 'those']),
  maxSentenceWords: 20,
  stemOf,
  isPassive,
  hasJoinedWords: false,
}
