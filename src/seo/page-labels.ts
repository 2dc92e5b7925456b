// The labels of the built-in pages, per language; a language that is missing here gets the English ones.

const en = {
  home: 'Home',
  blog: 'Blog',
  projects: 'Projects',
  menu: 'Menu',
  skipToContent: 'Skip to content',
  breadcrumb: 'Breadcrumb',
  pages: 'Pages',
  previous: 'Previous',
  next: 'Next',
  page: 'Page',
  updated: 'Updated',
  questions: 'Questions and answers',
  moreArticles: 'More articles',
  moreProjects: 'More projects',
  client: 'Client',
  location: 'Location',
  year: 'Year',
  website: 'Project website',
  contact: 'Contact',
  feed: 'Feed',
  emptyList: 'Nothing has been published here yet.',
  notFound: 'Page not found',
  notFoundHint:
    'There is no page at this address. It may have moved, or the address may have a typing error.',
}

export type Labels = typeof en

const fa: Labels = {
  home: 'خانه',
  blog: 'مقاله‌ها',
  projects: 'پروژه‌ها',
  menu: 'فهرست',
  skipToContent: 'پرش به محتوا',
  breadcrumb: 'مسیر صفحه',
  pages: 'صفحه‌ها',
  previous: 'قبلی',
  next: 'بعدی',
  page: 'صفحهٔ',
  updated: 'به‌روزرسانی',
  questions: 'پرسش‌ها و پاسخ‌ها',
  moreArticles: 'مقاله‌های دیگر',
  moreProjects: 'پروژه‌های دیگر',
  client: 'کارفرما',
  location: 'محل اجرا',
  year: 'سال',
  website: 'وب‌سایت پروژه',
  contact: 'تماس',
  feed: 'خوراک',
  emptyList: 'هنوز چیزی اینجا منتشر نشده است.',
  notFound: 'صفحه پیدا نشد',
  notFoundHint: 'در این نشانی صفحه‌ای نیست. شاید جابه‌جا شده باشد یا نشانی درست نوشته نشده باشد.',
}

const ar: Labels = {
  home: 'الرئيسية',
  blog: 'المدونة',
  projects: 'المشاريع',
  menu: 'القائمة',
  skipToContent: 'انتقل إلى المحتوى',
  breadcrumb: 'مسار التنقل',
  pages: 'الصفحات',
  previous: 'السابق',
  next: 'التالي',
  page: 'صفحة',
  updated: 'آخر تحديث',
  questions: 'أسئلة وأجوبة',
  moreArticles: 'مقالات أخرى',
  moreProjects: 'مشاريع أخرى',
  client: 'العميل',
  location: 'الموقع',
  year: 'السنة',
  website: 'موقع المشروع',
  contact: 'اتصل بنا',
  feed: 'خلاصة',
  emptyList: 'لم يُنشر شيء هنا بعد.',
  notFound: 'الصفحة غير موجودة',
  notFoundHint: 'لا توجد صفحة على هذا العنوان. ربما نُقلت أو أن العنوان غير صحيح.',
}

const de: Labels = {
  home: 'Startseite',
  blog: 'Blog',
  projects: 'Projekte',
  menu: 'Menü',
  skipToContent: 'Zum Inhalt springen',
  breadcrumb: 'Brotkrumen',
  pages: 'Seiten',
  previous: 'Zurück',
  next: 'Weiter',
  page: 'Seite',
  updated: 'Aktualisiert',
  questions: 'Fragen und Antworten',
  moreArticles: 'Weitere Artikel',
  moreProjects: 'Weitere Projekte',
  client: 'Auftraggeber',
  location: 'Ort',
  year: 'Jahr',
  website: 'Website des Projekts',
  contact: 'Kontakt',
  feed: 'Feed',
  emptyList: 'Hier ist noch nichts veröffentlicht.',
  notFound: 'Seite nicht gefunden',
  notFoundHint:
    'Unter dieser Adresse gibt es keine Seite. Vielleicht ist sie umgezogen, oder die Adresse hat einen Tippfehler.',
}

const labels: Record<string, Labels> = { ar, de, en, fa }

/** The labels for a language subtag such as `fa`. */
export const labelsFor = (language: string): Labels => labels[language] ?? en
