// Made by `bun run client` from the schemas that validate; do not edit.

export type About = {
  id: number
  title: string | null
  title_en: string | null
  intro: string | null
  intro_en: string | null
  body: string | null
  body_en: string | null
  mission: string | null
  mission_en: string | null
  vision: string | null
  vision_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  video_url: string | null
  updated_at: string
}
export type AboutInput = {
  title?: string | null | undefined
  title_en?: string | null | undefined
  intro?: string | null | undefined
  intro_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  mission?: string | null | undefined
  mission_en?: string | null | undefined
  vision?: string | null | undefined
  vision_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  video_url?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type AboutPatch = {
  title?: string | null | undefined
  title_en?: string | null | undefined
  intro?: string | null | undefined
  intro_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  mission?: string | null | undefined
  mission_en?: string | null | undefined
  vision?: string | null | undefined
  vision_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  video_url?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type AboutRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string | null
  title_en: string | null
  intro: string | null
  intro_en: string | null
  body: string | null
  body_en: string | null
  mission: string | null
  mission_en: string | null
  vision: string | null
  vision_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  video_url: string | null
}
export type Account = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  email: string
  name: string
  role: "admin" | "creator"
  disabled: boolean
}
export type AccountChanges = {
  name?: string | undefined
  role?: "admin" | "creator" | undefined
  disabled?: boolean | undefined
  password?: string | undefined
}
export type AdminSite = {
  /** The language of the plain fields, then that of the `_en` fields. */
  languages: Array<string>
  site_settings: SiteSettingsRecord | null
  seo_meta: { [key in "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"]?: SeoMetaRecord }
  heroes: { [key in "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"]?: HeroRecord }
  menu: Array<MenuRecord>
  announcements: Array<AnnouncementRecord>
  services: Array<ServiceRecord>
  projects: Array<ProjectRecord>
  work_steps: Array<WorkStepRecord>
  why_us: Array<WhyUsRecord>
  statistics: Array<StatisticRecord>
  investment_models: Array<InvestmentModelRecord>
  testimonials: Array<TestimonialRecord>
  about: AboutRecord | null
  timeline: Array<TimelineRecord>
  team: Array<TeamRecord>
  gallery: Array<GalleryRecord>
  faqs: Array<FaqRecord>
  article_categories: Array<ArticleCategoryRecord>
  articles: Array<ArticleRecord>
  offices: Array<OfficeRecord>
  contact_info: ContactInfoRecord | null
  social_links: Array<SocialLinkRecord>
  pages: Array<PageRecord>
  redirects: Array<RedirectRecord>
}
export type Announcement = {
  id: number
  message: string
  message_en: string | null
  link_label: string | null
  link_label_en: string | null
  link_url: string | null
  level: "info" | "success" | "warning"
  starts_at: string | null
  ends_at: string | null
  updated_at: string
}
export type AnnouncementInput = {
  message: string
  message_en?: string | null | undefined
  link_label?: string | null | undefined
  link_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link_url?: string | null | undefined
  level?: "info" | "success" | "warning" | undefined
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type AnnouncementPatch = {
  message?: string | undefined
  message_en?: string | null | undefined
  link_label?: string | null | undefined
  link_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link_url?: string | null | undefined
  level?: "info" | "success" | "warning" | undefined
  starts_at?: string | null | undefined
  ends_at?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type AnnouncementRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  message: string
  message_en: string | null
  link_label: string | null
  link_label_en: string | null
  link_url: string | null
  level: "info" | "success" | "warning"
  starts_at: string | null
  ends_at: string | null
}
export type Article = {
  id: number
  title: string
  title_en: string | null
  slug: string
  excerpt: string | null
  excerpt_en: string | null
  content: string | null
  content_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  image_title: string | null
  image_title_en: string | null
  category_id: number | null
  tags: Array<string>
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  faqs: Array<{
    question: string
    answer: string
  }>
  faqs_en: Array<{
    question: string
    answer: string
  }>
  noindex: boolean
  published_at: string | null
  author: string | null
  position: number
  updated_at: string
}
export type ArticleCategory = {
  id: number
  title: string
  title_en: string | null
  slug: string
  description: string | null
  description_en: string | null
  updated_at: string
}
export type ArticleCategoryInput = {
  title: string
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. */
  slug?: string | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ArticleCategoryPatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. */
  slug?: string | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ArticleCategoryRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  slug: string
  description: string | null
  description_en: string | null
}
export type ArticleInput = {
  title: string
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  excerpt?: string | null | undefined
  excerpt_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  content?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  content_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  image_title?: string | null | undefined
  image_title_en?: string | null | undefined
  category_id?: number | null | undefined
  tags?: Array<string> | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  seo_keyphrase?: string | null | undefined
  faqs?: Array<{
    question: string
    answer: string
  }> | undefined
  faqs_en?: Array<{
    question: string
    answer: string
  }> | undefined
  noindex?: boolean | undefined
  /** `draft` unless told otherwise. A creator’s is always `draft`, and `autosave` leaves it as it is. */
  status?: "draft" | "published" | undefined
  /** With its offset from UTC. A published article shows from then on, so that a moment to come schedules it; the first publication sets it where it is absent. */
  published_at?: string | null | undefined
  /** An account: who makes the article, unless an admin says otherwise. */
  author_id?: number | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
  /** Ignored. */
  author?: unknown | undefined
}
export type ArticlePatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  excerpt?: string | null | undefined
  excerpt_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  content?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  content_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  image_title?: string | null | undefined
  image_title_en?: string | null | undefined
  category_id?: number | null | undefined
  tags?: Array<string> | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  seo_keyphrase?: string | null | undefined
  faqs?: Array<{
    question: string
    answer: string
  }> | undefined
  faqs_en?: Array<{
    question: string
    answer: string
  }> | undefined
  noindex?: boolean | undefined
  /** `draft` unless told otherwise. A creator’s is always `draft`, and `autosave` leaves it as it is. */
  status?: "draft" | "published" | undefined
  /** With its offset from UTC. A published article shows from then on, so that a moment to come schedules it; the first publication sets it where it is absent. */
  published_at?: string | null | undefined
  /** An account: who makes the article, unless an admin says otherwise. */
  author_id?: number | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
  /** Ignored. */
  author?: unknown | undefined
}
export type ArticleRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  slug: string
  excerpt: string | null
  excerpt_en: string | null
  content: string | null
  content_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  image_title: string | null
  image_title_en: string | null
  category_id: number | null
  tags: Array<string>
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  seo_keyphrase: string | null
  faqs: Array<{
    question: string
    answer: string
  }>
  faqs_en: Array<{
    question: string
    answer: string
  }>
  noindex: boolean
  status: "draft" | "published"
  published_at: string | null
  author_id: number | null
  position: number
  author: string | null
}
export type ArticleSummary = {
  id: number
  title: string
  title_en: string | null
  slug: string
  excerpt: string | null
  excerpt_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  image_title: string | null
  image_title_en: string | null
  category_id: number | null
  tags: Array<string>
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
  published_at: string | null
  author: string | null
  position: number
  updated_at: string
}
export type AuditIntegrity = {
  ok: boolean
  rows: number
  first_broken: number | null
  last: {
    id: number
    hash: string
  } | null
}
export type AuditRow = {
  id: number
  occurred_at: string
  actor: string
  actor_id: string | null
  action: string
  entity: string
  entity_id: string
  request_id: string | null
  changes: Record<string, unknown> | null
  hash: string
}
export type ClientConfig = {
  languages: Array<string>
  media_base: string
  commit: string
  errors: {
    dsn: string
    host: string | null
  } | null
  analytics: {
    host: string
    website_id: string
  } | null
}
export type ContactForm = {
  name: string
  email: string
  phone?: string | null | undefined
  subject?: string | null | undefined
  message: string
  locale?: string | null | undefined
  website?: string | null | undefined
}
export type ContactInfo = {
  id: number
  address: string | null
  address_en: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  whatsapp: string | null
  telegram: string | null
  map_url: string | null
  latitude: number | null
  longitude: number | null
  working_hours: string | null
  working_hours_en: string | null
  updated_at: string
}
export type ContactInfoInput = {
  address?: string | null | undefined
  address_en?: string | null | undefined
  phone?: string | null | undefined
  mobile?: string | null | undefined
  email?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  whatsapp?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  telegram?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  map_url?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  working_hours?: string | null | undefined
  working_hours_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ContactInfoPatch = {
  address?: string | null | undefined
  address_en?: string | null | undefined
  phone?: string | null | undefined
  mobile?: string | null | undefined
  email?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  whatsapp?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  telegram?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  map_url?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  working_hours?: string | null | undefined
  working_hours_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ContactInfoRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  address: string | null
  address_en: string | null
  phone: string | null
  mobile: string | null
  email: string | null
  whatsapp: string | null
  telegram: string | null
  map_url: string | null
  latitude: number | null
  longitude: number | null
  working_hours: string | null
  working_hours_en: string | null
}
export type Credentials = {
  email: string
  password: string
}
export type Ending = {
  everywhere?: boolean | undefined
}
export type Faq = {
  id: number
  question: string
  question_en: string | null
  /** HTML that is safe to show. */
  answer: string
  answer_en: string | null
  category: string | null
  category_en: string | null
  position: number
  updated_at: string
}
export type FaqInput = {
  question: string
  question_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  answer: string
  /** HTML; what is not safe to show is taken out. */
  answer_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type FaqPatch = {
  question?: string | undefined
  question_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  answer?: string | undefined
  /** HTML; what is not safe to show is taken out. */
  answer_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type FaqRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  question: string
  question_en: string | null
  /** HTML that is safe to show. */
  answer: string
  answer_en: string | null
  category: string | null
  category_en: string | null
  position: number
}
export type Gallery = {
  id: number
  image: string
  image_alt: string | null
  image_alt_en: string | null
  title: string | null
  title_en: string | null
  caption: string | null
  caption_en: string | null
  category: string | null
  category_en: string | null
  position: number
  updated_at: string
}
export type GalleryInput = {
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image: string
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  title?: string | null | undefined
  title_en?: string | null | undefined
  caption?: string | null | undefined
  caption_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type GalleryPatch = {
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  title?: string | null | undefined
  title_en?: string | null | undefined
  caption?: string | null | undefined
  caption_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type GalleryRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  image: string
  image_alt: string | null
  image_alt_en: string | null
  title: string | null
  title_en: string | null
  caption: string | null
  caption_en: string | null
  category: string | null
  category_en: string | null
  position: number
}
export type Grant = {
  token: string
  token_type: "Bearer"
  /** Seconds. */
  expires_in: number
  expires_at: string
  role: "admin" | "creator"
  user: {
    id: number
    email: string
    name: string
    role: "admin" | "creator"
  }
}
export type Hero = {
  id: number
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title: string | null
  title_en: string | null
  subtitle: string | null
  subtitle_en: string | null
  cta_label: string | null
  cta_label_en: string | null
  cta_url: string | null
  secondary_cta_label: string | null
  secondary_cta_label_en: string | null
  secondary_cta_url: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  video_url: string | null
  updated_at: string
}
export type HeroInput = {
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title?: string | null | undefined
  title_en?: string | null | undefined
  subtitle?: string | null | undefined
  subtitle_en?: string | null | undefined
  cta_label?: string | null | undefined
  cta_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  cta_url?: string | null | undefined
  secondary_cta_label?: string | null | undefined
  secondary_cta_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  secondary_cta_url?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  video_url?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type HeroPatch = {
  page_key?: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact" | undefined
  title?: string | null | undefined
  title_en?: string | null | undefined
  subtitle?: string | null | undefined
  subtitle_en?: string | null | undefined
  cta_label?: string | null | undefined
  cta_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  cta_url?: string | null | undefined
  secondary_cta_label?: string | null | undefined
  secondary_cta_label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  secondary_cta_url?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  video_url?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type HeroRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title: string | null
  title_en: string | null
  subtitle: string | null
  subtitle_en: string | null
  cta_label: string | null
  cta_label_en: string | null
  cta_url: string | null
  secondary_cta_label: string | null
  secondary_cta_label_en: string | null
  secondary_cta_url: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  video_url: string | null
}
export type ImageDescription = {
  /** As the text has it, such as `/media/2026/08/harbour.webp`. */
  src: string
  alt?: string | null | undefined
  title?: string | null | undefined
  /** A language of the site, such as `en`: only in the text of that language. */
  lang?: string | undefined
}
export type ImageImport = {
  name?: string | undefined
  alt?: string | null | undefined
  title?: string | null | undefined
  url: string
}
export type InventoryItem = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  sku: string
  name: string
  unit: string
  stock: number
}
export type InventoryTransaction = {
  id: number
  occurred_at: string
  actor: string
  item_id: number
  type: "receipt" | "issue" | "adjustment"
  quantity: number
  /** What there was after it. */
  stock: number
  quote_id: number | null
  note: string | null
}
export type InvestmentModel = {
  id: number
  title: string
  title_en: string | null
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  minimum_amount: string | null
  minimum_amount_en: string | null
  expected_return: string | null
  expected_return_en: string | null
  duration: string | null
  duration_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  position: number
  updated_at: string
}
export type InvestmentModelInput = {
  title: string
  title_en?: string | null | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  minimum_amount?: string | null | undefined
  minimum_amount_en?: string | null | undefined
  expected_return?: string | null | undefined
  expected_return_en?: string | null | undefined
  duration?: string | null | undefined
  duration_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type InvestmentModelPatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  minimum_amount?: string | null | undefined
  minimum_amount_en?: string | null | undefined
  expected_return?: string | null | undefined
  expected_return_en?: string | null | undefined
  duration?: string | null | undefined
  duration_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type InvestmentModelRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  minimum_amount: string | null
  minimum_amount_en: string | null
  expected_return: string | null
  expected_return_en: string | null
  duration: string | null
  duration_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  position: number
}
export type ItemChanges = {
  sku?: string | undefined
  name?: string | undefined
  unit?: string | undefined
  id?: unknown | undefined
  version?: unknown | undefined
  stock?: unknown | undefined
  created_at?: unknown | undefined
  updated_at?: unknown | undefined
}
export type Me = {
  id: number
  email: string
  name: string
  role: "admin" | "creator"
  expires_at: string
}
export type Media = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  /** Relative to the media base of `/api/client-config`. */
  url: string
  width: number
  height: number
  /** Bytes. */
  size: number
  mime: string
  alt: string | null
  title: string | null
}
export type MediaChanges = {
  alt?: string | null | undefined
  title?: string | null | undefined
}
export type MediaWithUses = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  /** Relative to the media base of `/api/client-config`. */
  url: string
  width: number
  height: number
  /** Bytes. */
  size: number
  mime: string
  alt: string | null
  title: string | null
  used_in: Array<{
    resource: string
    id: number
    fields: Array<string>
  }>
}
export type Menu = {
  id: number
  label: string
  label_en: string | null
  url: string
  parent_id: number | null
  opens_new_tab: boolean
  location: "header" | "footer"
  position: number
  updated_at: string
}
export type MenuInput = {
  label: string
  label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  url: string
  parent_id?: number | null | undefined
  opens_new_tab?: boolean | undefined
  location?: "header" | "footer" | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type MenuPatch = {
  label?: string | undefined
  label_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  url?: string | undefined
  parent_id?: number | null | undefined
  opens_new_tab?: boolean | undefined
  location?: "header" | "footer" | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type MenuRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  label: string
  label_en: string | null
  url: string
  parent_id: number | null
  opens_new_tab: boolean
  location: "header" | "footer"
  position: number
}
export type Message = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  name: string
  email: string
  phone: string | null
  subject: string | null
  message: string
  locale: string | null
  read: boolean
  spam: boolean
}
export type MessageMarks = {
  read?: boolean | undefined
  spam?: boolean | undefined
}
export type Myself = {
  id: number
  /** Of the identity provider; `local:<id>` is an account of our own. */
  subject: string
  email: string | null
  display_name: string
  roles: Array<"requester" | "buyer" | "approver" | "storekeeper" | "auditor" | "admin">
}
export type NewAccount = {
  email: string
  name: string
  role: "admin" | "creator"
  password: string
}
export type NewItem = {
  sku: string
  name: string
  unit: string
  id?: unknown | undefined
  version?: unknown | undefined
  stock?: unknown | undefined
  created_at?: unknown | undefined
  updated_at?: unknown | undefined
}
export type NewOrder = {
  ids: Array<number>
} | Array<number>
export type NewQuote = {
  title: string
  currency: string
  lines: Array<{
    item_id?: number | null | undefined
    description: string
    quantity: number
    unit_price: number
    position?: unknown | undefined
    total?: unknown | undefined
  }>
  id?: unknown | undefined
  version?: unknown | undefined
  number?: unknown | undefined
  status?: unknown | undefined
  total?: unknown | undefined
  requester?: unknown | undefined
  created_at?: unknown | undefined
  updated_at?: unknown | undefined
}
export type NewTransaction = {
  item_id: number
  type: "receipt" | "issue" | "adjustment"
  quantity: number
  note?: string | null | undefined
}
export type NewUser = {
  subject: string
  email?: string | undefined
  display_name?: string | undefined
}
export type NewsletterForm = {
  email: string
  name?: string | null | undefined
  locale?: string | null | undefined
  website?: string | null | undefined
}
export type Office = {
  id: number
  name: string
  name_en: string | null
  address: string | null
  address_en: string | null
  city: string | null
  city_en: string | null
  phone: string | null
  email: string | null
  map_url: string | null
  latitude: number | null
  longitude: number | null
  working_hours: string | null
  working_hours_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
  updated_at: string
}
export type OfficeInput = {
  name: string
  name_en?: string | null | undefined
  address?: string | null | undefined
  address_en?: string | null | undefined
  city?: string | null | undefined
  city_en?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  map_url?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  working_hours?: string | null | undefined
  working_hours_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type OfficePatch = {
  name?: string | undefined
  name_en?: string | null | undefined
  address?: string | null | undefined
  address_en?: string | null | undefined
  city?: string | null | undefined
  city_en?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  map_url?: string | null | undefined
  latitude?: number | null | undefined
  longitude?: number | null | undefined
  working_hours?: string | null | undefined
  working_hours_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type OfficeRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  name: string
  name_en: string | null
  address: string | null
  address_en: string | null
  city: string | null
  city_en: string | null
  phone: string | null
  email: string | null
  map_url: string | null
  latitude: number | null
  longitude: number | null
  working_hours: string | null
  working_hours_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
}
export type Page = {
  id: number
  title: string
  title_en: string | null
  slug: string
  body: string | null
  body_en: string | null
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
  updated_at: string
}
export type PageInput = {
  title: string
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type PagePatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type PageRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  slug: string
  body: string | null
  body_en: string | null
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
}
export type PasswordChange = {
  current_password: string
  new_password: string
}
export type Places = {
  items: Array<{
    id: number
    position: number
  }>
}
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  code: "malformed_request" | "unauthenticated" | "invalid_credentials" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "in_use" | "last_admin" | "stale" | "payload_too_large" | "unsupported_media_type" | "range_not_satisfiable" | "validation_failed" | "paging_required" | "invalid_current_password" | "url_not_allowed" | "too_many_requests" | "internal" | "upstream_failed" | "unavailable"
  /** Also in `X-Request-Id` and in the log of the service. */
  request_id: string
  /** What is wrong with which field: paths are dotted, `lines.0.quantity`. */
  errors?: Array<{
    path: string
    code: string
    message: string
  }> | undefined
}
export type Project = {
  id: number
  title: string
  title_en: string | null
  slug: string
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  client: string | null
  client_en: string | null
  location: string | null
  location_en: string | null
  category: string | null
  category_en: string | null
  year: number | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
  position: number
  updated_at: string
}
export type ProjectInput = {
  title: string
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  client?: string | null | undefined
  client_en?: string | null | undefined
  location?: string | null | undefined
  location_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  year?: number | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ProjectPatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  /** Letters and digits of any script, with single hyphens between them; made from the title where a new record has none. When it changes, the old path leads to the new one. */
  slug?: string | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  client?: string | null | undefined
  client_en?: string | null | undefined
  location?: string | null | undefined
  location_en?: string | null | undefined
  category?: string | null | undefined
  category_en?: string | null | undefined
  year?: number | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  seo_title?: string | null | undefined
  seo_title_en?: string | null | undefined
  seo_description?: string | null | undefined
  seo_description_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ProjectRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  slug: string
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  client: string | null
  client_en: string | null
  location: string | null
  location_en: string | null
  category: string | null
  category_en: string | null
  year: number | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  seo_title: string | null
  seo_title_en: string | null
  seo_description: string | null
  seo_description_en: string | null
  noindex: boolean
  position: number
}
export type Quote = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  number: string
  title: string
  /** ISO 4217. */
  currency: string
  status: "draft" | "submitted" | "approved" | "rejected" | "ordered" | "received" | "cancelled"
  /** In minor units of the currency. */
  total: number
  requester: {
    id: number
    display_name: string
  }
  lines: Array<{
    position: number
    item_id: number | null
    description: string
    quantity: number
    /** In minor units of the currency. */
    unit_price: number
    /** In minor units of the currency. */
    total: number
  }>
}
export type QuoteChanges = {
  title?: string | undefined
  currency?: string | undefined
  lines?: Array<{
    item_id?: number | null | undefined
    description: string
    quantity: number
    unit_price: number
    position?: unknown | undefined
    total?: unknown | undefined
  }> | undefined
  id?: unknown | undefined
  version?: unknown | undefined
  number?: unknown | undefined
  status?: unknown | undefined
  total?: unknown | undefined
  requester?: unknown | undefined
  created_at?: unknown | undefined
  updated_at?: unknown | undefined
}
export type QuoteEvent = {
  id: number
  quote_id: number
  occurred_at: string
  actor: string
  actor_id: number | null
  event: string
  from_status: "draft" | "submitted" | "approved" | "rejected" | "ordered" | "received" | "cancelled" | null
  to_status: "draft" | "submitted" | "approved" | "rejected" | "ordered" | "received" | "cancelled"
  note: string | null
}
export type QuoteSummary = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  number: string
  title: string
  /** ISO 4217. */
  currency: string
  status: "draft" | "submitted" | "approved" | "rejected" | "ordered" | "received" | "cancelled"
  /** In minor units of the currency. */
  total: number
  requester: {
    id: number
    display_name: string
  }
}
export type Redirect = {
  id: number
  from_path: string
  to_path: string
  status_code: 301 | 302 | 308
  updated_at: string
}
export type RedirectInput = {
  from_path: string
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  to_path: string
  status_code?: 301 | 302 | 308 | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type RedirectPatch = {
  from_path?: string | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  to_path?: string | undefined
  status_code?: 301 | 302 | 308 | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type RedirectRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  from_path: string
  to_path: string
  status_code: 301 | 302 | 308
}
export type Revision = {
  id: number
  version: number
  created_at: string
  actor_id: number | null
  actor: string
  autosave: boolean
  fields: Array<string>
}
export type SeoMeta = {
  id: number
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title: string | null
  title_en: string | null
  description: string | null
  description_en: string | null
  og_image: string | null
  og_image_alt: string | null
  og_image_alt_en: string | null
  noindex: boolean
  updated_at: string
}
export type SeoMetaInput = {
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title?: string | null | undefined
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  og_image?: string | null | undefined
  og_image_alt?: string | null | undefined
  og_image_alt_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SeoMetaPatch = {
  page_key?: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact" | undefined
  title?: string | null | undefined
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  og_image?: string | null | undefined
  og_image_alt?: string | null | undefined
  og_image_alt_en?: string | null | undefined
  noindex?: boolean | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SeoMetaRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  page_key: "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"
  title: string | null
  title_en: string | null
  description: string | null
  description_en: string | null
  og_image: string | null
  og_image_alt: string | null
  og_image_alt_en: string | null
  noindex: boolean
}
export type Service = {
  id: number
  title: string
  title_en: string | null
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  position: number
  updated_at: string
}
export type ServiceInput = {
  title: string
  title_en?: string | null | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ServicePatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  summary?: string | null | undefined
  summary_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  body_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  link?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type ServiceRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  summary: string | null
  summary_en: string | null
  body: string | null
  body_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  link: string | null
  position: number
}
export type Site = {
  /** The language of the plain fields, then that of the `_en` fields. */
  languages: Array<string>
  site_settings: SiteSettings | null
  seo_meta: { [key in "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"]?: SeoMeta }
  heroes: { [key in "home" | "about" | "services" | "projects" | "investment" | "blog" | "gallery" | "contact"]?: Hero }
  menu: Array<Menu>
  announcements: Array<Announcement>
  services: Array<Service>
  projects: Array<Project>
  work_steps: Array<WorkStep>
  why_us: Array<WhyUs>
  statistics: Array<Statistic>
  investment_models: Array<InvestmentModel>
  testimonials: Array<Testimonial>
  about: About | null
  timeline: Array<Timeline>
  team: Array<Team>
  gallery: Array<Gallery>
  faqs: Array<Faq>
  article_categories: Array<ArticleCategory>
  articles: Array<Article>
  offices: Array<Office>
  contact_info: ContactInfo | null
  social_links: Array<SocialLink>
  pages: Array<Page>
  redirects: Array<Redirect>
}
export type SiteSettings = {
  id: number
  site_name: string | null
  site_name_en: string | null
  tagline: string | null
  tagline_en: string | null
  footer_text: string | null
  footer_text_en: string | null
  copyright: string | null
  copyright_en: string | null
  logo: string | null
  logo_alt: string | null
  logo_alt_en: string | null
  favicon: string | null
  default_og_image: string | null
  theme_color: string | null
  updated_at: string
}
export type SiteSettingsInput = {
  site_name?: string | null | undefined
  site_name_en?: string | null | undefined
  tagline?: string | null | undefined
  tagline_en?: string | null | undefined
  footer_text?: string | null | undefined
  footer_text_en?: string | null | undefined
  copyright?: string | null | undefined
  copyright_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  logo?: string | null | undefined
  logo_alt?: string | null | undefined
  logo_alt_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  favicon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  default_og_image?: string | null | undefined
  theme_color?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SiteSettingsPatch = {
  site_name?: string | null | undefined
  site_name_en?: string | null | undefined
  tagline?: string | null | undefined
  tagline_en?: string | null | undefined
  footer_text?: string | null | undefined
  footer_text_en?: string | null | undefined
  copyright?: string | null | undefined
  copyright_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  logo?: string | null | undefined
  logo_alt?: string | null | undefined
  logo_alt_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  favicon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  default_og_image?: string | null | undefined
  theme_color?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SiteSettingsRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  site_name: string | null
  site_name_en: string | null
  tagline: string | null
  tagline_en: string | null
  footer_text: string | null
  footer_text_en: string | null
  copyright: string | null
  copyright_en: string | null
  logo: string | null
  logo_alt: string | null
  logo_alt_en: string | null
  favicon: string | null
  default_og_image: string | null
  theme_color: string | null
}
export type SocialLink = {
  id: number
  platform: string
  url: string
  label: string | null
  label_en: string | null
  updated_at: string
}
export type SocialLinkInput = {
  platform: string
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  url: string
  label?: string | null | undefined
  label_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SocialLinkPatch = {
  platform?: string | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  url?: string | undefined
  label?: string | null | undefined
  label_en?: string | null | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type SocialLinkRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  platform: string
  url: string
  label: string | null
  label_en: string | null
}
export type Statistic = {
  id: number
  label: string
  label_en: string | null
  value: string
  value_en: string | null
  suffix: string | null
  suffix_en: string | null
  icon: string | null
  position: number
  updated_at: string
}
export type StatisticInput = {
  label: string
  label_en?: string | null | undefined
  value: string
  value_en?: string | null | undefined
  suffix?: string | null | undefined
  suffix_en?: string | null | undefined
  icon?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type StatisticPatch = {
  label?: string | undefined
  label_en?: string | null | undefined
  value?: string | undefined
  value_en?: string | null | undefined
  suffix?: string | null | undefined
  suffix_en?: string | null | undefined
  icon?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type StatisticRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  label: string
  label_en: string | null
  value: string
  value_en: string | null
  suffix: string | null
  suffix_en: string | null
  icon: string | null
  position: number
}
export type Subscriber = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  email: string
  name: string | null
  locale: string | null
  spam: boolean
}
export type Team = {
  id: number
  name: string
  name_en: string | null
  job_title: string | null
  job_title_en: string | null
  bio: string | null
  bio_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  email: string | null
  phone: string | null
  linkedin_url: string | null
  position: number
  updated_at: string
}
export type TeamInput = {
  name: string
  name_en?: string | null | undefined
  job_title?: string | null | undefined
  job_title_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  bio?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  bio_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  linkedin_url?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TeamPatch = {
  name?: string | undefined
  name_en?: string | null | undefined
  job_title?: string | null | undefined
  job_title_en?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  bio?: string | null | undefined
  /** HTML; what is not safe to show is taken out. */
  bio_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
  /** http, https, mailto, tel or relative; an empty text is stored as null. */
  linkedin_url?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TeamRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  name: string
  name_en: string | null
  job_title: string | null
  job_title_en: string | null
  bio: string | null
  bio_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  email: string | null
  phone: string | null
  linkedin_url: string | null
  position: number
}
export type Testimonial = {
  id: number
  author_name: string
  author_name_en: string | null
  author_title: string | null
  author_title_en: string | null
  company: string | null
  company_en: string | null
  quote: string
  quote_en: string | null
  rating: number | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
  updated_at: string
}
export type TestimonialInput = {
  author_name: string
  author_name_en?: string | null | undefined
  author_title?: string | null | undefined
  author_title_en?: string | null | undefined
  company?: string | null | undefined
  company_en?: string | null | undefined
  quote: string
  quote_en?: string | null | undefined
  rating?: number | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TestimonialPatch = {
  author_name?: string | undefined
  author_name_en?: string | null | undefined
  author_title?: string | null | undefined
  author_title_en?: string | null | undefined
  company?: string | null | undefined
  company_en?: string | null | undefined
  quote?: string | undefined
  quote_en?: string | null | undefined
  rating?: number | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TestimonialRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  author_name: string
  author_name_en: string | null
  author_title: string | null
  author_title_en: string | null
  company: string | null
  company_en: string | null
  quote: string
  quote_en: string | null
  rating: number | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
}
export type Timeline = {
  id: number
  period: string
  period_en: string | null
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
  updated_at: string
}
export type TimelineInput = {
  period: string
  period_en?: string | null | undefined
  title: string
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TimelinePatch = {
  period?: string | undefined
  period_en?: string | null | undefined
  title?: string | undefined
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type TimelineRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  period: string
  period_en: string | null
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
}
export type Upload = {
  name?: string | undefined
  alt?: string | null | undefined
  title?: string | null | undefined
  /** JPEG, PNG, WebP, GIF or AVIF. */
  file: string
}
export type User = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  /** Of the identity provider; `local:<id>` is an account of our own. */
  subject: string
  email: string | null
  display_name: string
  roles: Array<"requester" | "buyer" | "approver" | "storekeeper" | "auditor" | "admin">
}
export type WhyUs = {
  id: number
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
  updated_at: string
}
export type WhyUsInput = {
  title: string
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type WhyUsPatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  icon?: string | null | undefined
  /** http, https or relative; one of this site is stored relative, an empty text as null. */
  image?: string | null | undefined
  image_alt?: string | null | undefined
  image_alt_en?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type WhyUsRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  icon: string | null
  image: string | null
  image_alt: string | null
  image_alt_en: string | null
  position: number
}
export type WorkStep = {
  id: number
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  icon: string | null
  position: number
  updated_at: string
}
export type WorkStepInput = {
  title: string
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  icon?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type WorkStepPatch = {
  title?: string | undefined
  title_en?: string | null | undefined
  description?: string | null | undefined
  description_en?: string | null | undefined
  icon?: string | null | undefined
  /** Its place in the list, for an admin’s PUT and PATCH; a new record comes last. `reorder` sets many at once. */
  position?: number | undefined
  /** Ignored. */
  id?: unknown | undefined
  /** Ignored. */
  version?: unknown | undefined
  /** Ignored. */
  created_at?: unknown | undefined
  /** Ignored. */
  updated_at?: unknown | undefined
}
export type WorkStepRecord = {
  id: number
  /** Send it as `If-Match: "3"` to change just what you read. */
  version: number
  created_at: string
  updated_at: string
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  icon: string | null
  position: number
}
/** What each resource has, by its URL name. */
export type Resources = {
  'site-settings': { view: SiteSettings; record: SiteSettingsRecord; input: SiteSettingsInput; patch: SiteSettingsPatch; singleton: true; ordered: false; member: Site['site_settings'] }
  'seo-meta': { view: SeoMeta; record: SeoMetaRecord; input: SeoMetaInput; patch: SeoMetaPatch; singleton: false; ordered: false; member: Site['seo_meta'] }
  'heroes': { view: Hero; record: HeroRecord; input: HeroInput; patch: HeroPatch; singleton: false; ordered: false; member: Site['heroes'] }
  'menu': { view: Menu; record: MenuRecord; input: MenuInput; patch: MenuPatch; singleton: false; ordered: true; member: Site['menu'] }
  'announcements': { view: Announcement; record: AnnouncementRecord; input: AnnouncementInput; patch: AnnouncementPatch; singleton: false; ordered: false; member: Site['announcements'] }
  'services': { view: Service; record: ServiceRecord; input: ServiceInput; patch: ServicePatch; singleton: false; ordered: true; member: Site['services'] }
  'projects': { view: Project; record: ProjectRecord; input: ProjectInput; patch: ProjectPatch; singleton: false; ordered: true; member: Site['projects'] }
  'work-steps': { view: WorkStep; record: WorkStepRecord; input: WorkStepInput; patch: WorkStepPatch; singleton: false; ordered: true; member: Site['work_steps'] }
  'why-us': { view: WhyUs; record: WhyUsRecord; input: WhyUsInput; patch: WhyUsPatch; singleton: false; ordered: true; member: Site['why_us'] }
  'statistics': { view: Statistic; record: StatisticRecord; input: StatisticInput; patch: StatisticPatch; singleton: false; ordered: true; member: Site['statistics'] }
  'investment-models': { view: InvestmentModel; record: InvestmentModelRecord; input: InvestmentModelInput; patch: InvestmentModelPatch; singleton: false; ordered: true; member: Site['investment_models'] }
  'testimonials': { view: Testimonial; record: TestimonialRecord; input: TestimonialInput; patch: TestimonialPatch; singleton: false; ordered: true; member: Site['testimonials'] }
  'about': { view: About; record: AboutRecord; input: AboutInput; patch: AboutPatch; singleton: true; ordered: false; member: Site['about'] }
  'timeline': { view: Timeline; record: TimelineRecord; input: TimelineInput; patch: TimelinePatch; singleton: false; ordered: true; member: Site['timeline'] }
  'team': { view: Team; record: TeamRecord; input: TeamInput; patch: TeamPatch; singleton: false; ordered: true; member: Site['team'] }
  'gallery': { view: Gallery; record: GalleryRecord; input: GalleryInput; patch: GalleryPatch; singleton: false; ordered: true; member: Site['gallery'] }
  'faqs': { view: Faq; record: FaqRecord; input: FaqInput; patch: FaqPatch; singleton: false; ordered: true; member: Site['faqs'] }
  'article-categories': { view: ArticleCategory; record: ArticleCategoryRecord; input: ArticleCategoryInput; patch: ArticleCategoryPatch; singleton: false; ordered: false; member: Site['article_categories'] }
  'articles': { view: Article; record: ArticleRecord; input: ArticleInput; patch: ArticlePatch; singleton: false; ordered: true; member: Site['articles'] }
  'offices': { view: Office; record: OfficeRecord; input: OfficeInput; patch: OfficePatch; singleton: false; ordered: true; member: Site['offices'] }
  'contact-info': { view: ContactInfo; record: ContactInfoRecord; input: ContactInfoInput; patch: ContactInfoPatch; singleton: true; ordered: false; member: Site['contact_info'] }
  'social-links': { view: SocialLink; record: SocialLinkRecord; input: SocialLinkInput; patch: SocialLinkPatch; singleton: false; ordered: false; member: Site['social_links'] }
  'pages': { view: Page; record: PageRecord; input: PageInput; patch: PagePatch; singleton: false; ordered: false; member: Site['pages'] }
  'redirects': { view: Redirect; record: RedirectRecord; input: RedirectInput; patch: RedirectPatch; singleton: false; ordered: false; member: Site['redirects'] }
}
