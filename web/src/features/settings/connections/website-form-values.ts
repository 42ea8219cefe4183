import { z } from 'zod';
import { messages } from '#contract/call/messages.ts';
import {
  createWebsiteFormBody,
  isSecureOrigin,
  type WebsiteForm,
  type WebsiteFormLanguage,
  websiteFormLanguages,
} from '#contract/intake/forms.ts';
import { platforms } from '#contract/leads/leads.ts';

const { shape } = createWebsiteFormBody;
// The dealer's visitors read it, so it is in their language, not in the app's.
const proposedTitles: Record<WebsiteFormLanguage, string> = {
  en: 'Book a service',
  bn: 'সার্ভিস বুক করুন',
};

const written = z.object({ title: z.string(), consent: z.string(), thanks: z.string() });

const checkedForm = createWebsiteFormBody.extend({ isPaused: z.boolean() });

const formValues = z.object({
  ...{ name: shape.name, centers: shape.centers, offerings: shape.offerings, asksDay: shape.asksDay },
  ...{ platform: z.enum(platforms), serviceOrCampaign: z.string(), answerText: z.string() },
  isPaused: z.boolean(),
  language: z.enum([...websiteFormLanguages, 'both']),
  texts: z.object({ en: written, bn: written }),
  thanksAddress: z.string(),
  origins: z.string().refine((text) => sitesIn(text).every(isSecureOrigin), messages.invalidOrigin),
});

/** The form in which a website form is set up, as it is typed. */
export type WebsiteFormValues = z.infer<typeof formValues>;
/** The settings of a website form, checked, as the call that edits it takes them; the one that adds it has no `isPaused`. */
export type CheckedWebsiteForm = z.output<typeof checkedForm>;

/** Checks what is typed and answers the settings of a website form as calls take them. */
export const websiteFormSchema = formValues
  .transform(
    ({ language, texts: { en, bn }, origins, ...rest }): z.input<typeof checkedForm> => ({
      ...rest,
      texts: { en: language === 'bn' ? null : en, bn: language === 'en' ? null : bn },
      origins: sitesIn(origins),
    }),
  )
  .pipe(checkedForm);

/** Returns the settings of a website form as they are typed; those of a new one without a stored form. */
export function toWebsiteFormValues(
  form: WebsiteForm | undefined,
  offered: { centers: readonly string[]; offerings: readonly string[] },
): WebsiteFormValues {
  const { texts = { en: null, bn: null } } = form ?? {};
  const languages = websiteFormLanguages.filter((language) => texts[language]);
  const spoken = (language: WebsiteFormLanguage) => {
    const { title = proposedTitles[language], consent, thanks } = texts[language] ?? {};
    return { title, consent: consent ?? '', thanks: thanks ?? '' };
  };
  const kept = (all: readonly string[], chosen = all) => all.filter((one) => chosen.includes(one));
  return {
    name: form?.name ?? '',
    language: languages.length === 2 ? 'both' : (languages[0] ?? 'en'),
    texts: { en: spoken('en'), bn: spoken('bn') },
    centers: kept(offered.centers, form?.centers),
    offerings: kept(offered.offerings, form?.offerings),
    asksDay: form?.asksDay ?? true,
    thanksAddress: form?.thanksAddress ?? '',
    origins: form?.origins.join('\n') ?? '',
    platform: form?.platform ?? 'website',
    serviceOrCampaign: form?.serviceOrCampaign ?? '',
    answerText: form?.answerText ?? '',
    isPaused: form?.isPaused ?? false,
  };
}

function sitesIn(text: string): string[] {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((site) => {
      const address = site.includes('://') ? site : `https://${site}`;
      return URL.canParse(address) ? new URL(address).origin : site;
    });
}
