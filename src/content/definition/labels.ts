// The words of the admin interface for groups, fields and choices. A resource names itself, and the fields whose name means
// something else there, in its own definition.

export type Label = readonly [persian: string, english: string]

export type ResourceLabels = {
  /** A single record. */
  one: Label
  /** The list of all records; equal to `one` for singletons. */
  many: Label
  /** The place of its records on the website, or their purpose. */
  help?: Label
  /** A page of the built-in website that shows its records. */
  shownAt?: string
  /** Labels that replace those of `fieldLabels`. */
  fields?: Record<string, Label>
}

/** Sections of the admin navigation, in their order. */
export const groups = {
  articles: ['مقاله‌ها', 'Articles'],
  content: ['محتوای صفحه‌ها', 'Page content'],
  company: ['شرکت', 'Company'],
  site: ['سایت', 'Site'],
} as const satisfies Record<string, Label>

export type GroupName = keyof typeof groups

/** Labels by the name of the field in the primary language; its twins have the same one. */
export const fieldLabels: Record<string, Label> = {
  id: ['شناسه', 'ID'],
  version: ['نسخه', 'Version'],
  created_at: ['زمان ایجاد', 'Created'],
  updated_at: ['آخرین تغییر', 'Last changed'],
  position: ['جایگاه', 'Position'],
  address: ['نشانی', 'Address'],
  answer: ['پاسخ', 'Answer'],
  author: ['نویسنده', 'Author'],
  author_id: ['نویسنده', 'Author'],
  author_name: ['نام', 'Name'],
  author_title: ['سمت', 'Job title'],
  bio: ['معرفی', 'Biography'],
  blog_order: ['ترتیب مقاله‌ها', 'Order of the blog'],
  body: ['متن', 'Text'],
  caption: ['شرح تصویر', 'Caption'],
  category: ['دسته', 'Category'],
  category_id: ['دسته', 'Category'],
  city: ['شهر', 'City'],
  client: ['کارفرما', 'Client'],
  company: ['شرکت', 'Company'],
  contact_notify: ['گیرندگان پیام‌های جدید', 'Recipients of new messages'],
  content: ['متن', 'Text'],
  copyright: ['حق نشر', 'Copyright'],
  cta_label: ['متن دکمه', 'Button text'],
  cta_url: ['پیوند دکمه', 'Button link'],
  default_og_image: ['تصویر پیش‌فرض اشتراک‌گذاری', 'Default sharing image'],
  description: ['توضیح', 'Description'],
  duration: ['مدت', 'Duration'],
  email: ['ایمیل', 'Email'],
  ends_at: ['پایان نمایش', 'Shown until'],
  excerpt: ['چکیده', 'Excerpt'],
  expected_return: ['بازده مورد انتظار', 'Expected return'],
  faqs: ['پرسش‌های پایان مقاله', 'Questions and answers'],
  favicon: ['نماد مرورگر', 'Favicon'],
  footer_text: ['متن پانویس', 'Footer text'],
  from_path: ['نشانی قدیم', 'Old path'],
  icon: ['نماد', 'Icon'],
  image: ['تصویر', 'Image'],
  image_alt: ['متن جایگزین تصویر', 'Alternative text'],
  image_title: ['عنوان تصویر', 'Image title'],
  intro: ['مقدمه', 'Introduction'],
  job_title: ['سمت', 'Job title'],
  label: ['عنوان', 'Label'],
  latitude: ['عرض جغرافیایی', 'Latitude'],
  level: ['نوع', 'Kind'],
  link: ['پیوند', 'Link'],
  link_label: ['متن پیوند', 'Link text'],
  link_url: ['پیوند', 'Link'],
  linkedin_url: ['لینکدین', 'LinkedIn'],
  location: ['محل', 'Location'],
  logo: ['نشان', 'Logo'],
  logo_alt: ['متن جایگزین نشان', 'Alternative text of the logo'],
  longitude: ['طول جغرافیایی', 'Longitude'],
  map_url: ['پیوند نقشه', 'Map link'],
  message: ['پیام', 'Message'],
  minimum_amount: ['حداقل مبلغ', 'Minimum amount'],
  mission: ['مأموریت', 'Mission'],
  mobile: ['تلفن همراه', 'Mobile'],
  name: ['نام', 'Name'],
  noindex: ['پنهان از موتورهای جستجو', 'Hidden from search engines'],
  og_image: ['تصویر اشتراک‌گذاری', 'Sharing image'],
  og_image_alt: ['متن جایگزین تصویر', 'Alternative text'],
  opens_new_tab: ['در زبانهٔ جدید باز شود', 'Opens in a new tab'],
  page_key: ['صفحه', 'Page'],
  parent_id: ['گزینهٔ بالاتر', 'Parent'],
  period: ['دوره', 'Period'],
  phone: ['تلفن', 'Phone'],
  platform: ['شبکه', 'Network'],
  published_at: ['زمان انتشار', 'Publishing date'],
  unpublish_at: ['پایان انتشار', 'Unpublishing date'],
  hidden: ['پنهان', 'Hidden'],
  question: ['پرسش', 'Question'],
  quote: ['نقل‌قول', 'Quote'],
  rating: ['امتیاز', 'Rating'],
  secondary_cta_label: ['متن دکمهٔ دوم', 'Second button text'],
  secondary_cta_url: ['پیوند دکمهٔ دوم', 'Second button link'],
  seo_description: ['توضیح سئو', 'SEO description'],
  seo_keyphrase: ['عبارت کلیدی', 'Focus keyphrase'],
  seo_title: ['عنوان سئو', 'SEO title'],
  site_name: ['نام سایت', 'Site name'],
  slug: ['نامک', 'Slug'],
  starts_at: ['آغاز نمایش', 'Shown from'],
  status: ['وضعیت', 'Status'],
  status_code: ['نوع تغییر مسیر', 'Redirect type'],
  subtitle: ['زیرعنوان', 'Subtitle'],
  suffix: ['پسوند', 'Suffix'],
  summary: ['خلاصه', 'Summary'],
  tagline: ['شعار', 'Tagline'],
  tags: ['برچسب‌ها', 'Tags'],
  telegram: ['تلگرام', 'Telegram'],
  theme_color: ['رنگ اصلی', 'Brand colour'],
  title: ['عنوان', 'Title'],
  to_path: ['نشانی جدید', 'New path'],
  url: ['پیوند', 'Link'],
  value: ['مقدار', 'Value'],
  video_url: ['پیوند ویدیو', 'Video link'],
  vision: ['چشم‌انداز', 'Vision'],
  whatsapp: ['واتس‌اپ', 'WhatsApp'],
  working_hours: ['ساعت کاری', 'Working hours'],
  year: ['سال', 'Year'],
}

/** Shown below the field. */
export const fieldHelp: Record<string, Label> = {
  blog_order: [
    'ترتیب مقاله‌ها در سایت: از جدیدترین، یا به ترتیبی که خودتان چیده‌اید.',
    'Articles on the blog page: the newest first, or in the order that you arranged.',
  ],
  icon: ['نام انگلیسی یکی از نمادهای Lucide.', 'Name of a Lucide icon, such as truck.'],
  image_alt: [
    'تصویر را برای کسانی توصیف کنید که آن را نمی‌بینند.',
    'Describes the image to people who cannot see it.',
  ],
  published_at: [
    'زمانی در آینده، انتشار را زمان‌بندی می‌کند.',
    'A time in the future schedules the publication.',
  ],
  unpublish_at: [
    'از این زمان به بعد در سایت دیده نمی‌شود؛ خالی یعنی بدون پایان.',
    'From then on the article is no longer on the website; empty means without an end.',
  ],
  hidden: ['بازدیدکنندگان آن را نمی‌بینند.', 'Visitors do not see it.'],
  seo_description: ['۱۲۰ تا ۱۵۶ نویسه برای نتیجهٔ جستجو.', '120 to 156 characters for search results.'],
  seo_keyphrase: [
    'عبارتی که خواننده جستجو می‌کند؛ در سایت نمایش داده نمی‌شود.',
    'The phrase that readers search for; not shown on the website.',
  ],
  slug: [
    'بخش پایانی نشانی صفحه؛ اگر خالی باشد از عنوان ساخته می‌شود.',
    'The last part of the page address; made from the title when empty.',
  ],
  contact_notify: [
    'نشانی‌های ایمیل، جداشده با ویرگول؛ رسیدن پیام جدید از فرم تماس به آن‌ها خبر داده می‌شود.',
    'Email addresses separated by commas, which are told of new contact messages.',
  ],
  theme_color: ['مانند ‎#0f4c5c', 'Such as #0f4c5c'],
}

/** Labels by the value of a choice. */
export const choiceLabels: Record<string, Label> = {
  draft: ['پیش‌نویس', 'Draft'],
  published: ['منتشرشده', 'Published'],
  info: ['اطلاع', 'Information'],
  success: ['خبر خوب', 'Good news'],
  warning: ['هشدار', 'Warning'],
  newest: ['جدیدترین اول', 'Newest first'],
  position: ['چیدمان دستی', 'By position'],
  header: ['بالای صفحه', 'Header'],
  footer: ['پایین صفحه', 'Footer'],
  301: ['دائمی (۳۰۱)', 'Permanent (301)'],
  302: ['موقت (۳۰۲)', 'Temporary (302)'],
  308: ['دائمی با حفظ روش (۳۰۸)', 'Permanent, same method (308)'],
  home: ['خانه', 'Home'],
  about: ['دربارهٔ ما', 'About'],
  services: ['خدمات', 'Services'],
  projects: ['پروژه‌ها', 'Projects'],
  investment: ['سرمایه‌گذاری', 'Investment'],
  blog: ['مقاله‌ها', 'Blog'],
  gallery: ['گالری', 'Gallery'],
  contact: ['تماس', 'Contact'],
}
