// The pictures of the demo site, which several records show; `media/demo-images.ts` draws them.
const picture = (name: string, alt: string, altInEnglish: string) => ({
  image: `/media/2024/05/${name}.jpg`,
  image_alt: alt,
  image_alt_en: altInEnglish,
})

export const pictures = {
  pumps: picture(
    'pumping-station',
    'ردیف پمپ‌های تازه در سالن ایستگاه پمپاژ',
    'A row of new pumps in the hall of a pumping station',
  ),
  solar: picture(
    'solar-field',
    'ردیف‌های پنل خورشیدی در دشت، زیر آسمان صاف',
    'Rows of solar panels on a plain under a clear sky',
  ),
  inspection: picture(
    'factory-inspection',
    'بازرس با کولیس در حال اندازه‌گیری یک قطعهٔ ماشین‌کاری‌شده',
    'An inspector measuring a machined part with a caliper',
  ),
  loading: picture(
    'gearbox-loading',
    'گیربکس سنگین در حال بارگیری با جرثقیل روی کفی',
    'A heavy gearbox lifted by crane onto a flatbed',
  ),
}
