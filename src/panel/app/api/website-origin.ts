/** The origin of the website where it is not the panel's own, otherwise empty. */
export const websiteOrigin = () => document.documentElement.dataset.website ?? ''
