import type { ChosenTemplate, MessageSettings } from '#contract/customer-messages/message-settings.ts';

type TemplateName = Pick<ChosenTemplate, 'connection' | 'name' | 'language'>;

/** Lists the templates of the kinds that are on, each once. */
export function listChosenTemplates(kinds: MessageSettings['kinds']): TemplateName[] {
  const all = Object.values(kinds).flatMap(({ isOn, texts }) =>
    isOn ? texts.flatMap(({ template }) => template ?? []) : [],
  );
  return all
    .filter((one, at) => all.findIndex((other) => isSameTemplate(one, other)) === at)
    .map(({ connection, name, language }) => ({ connection, name, language }));
}

/** Tells whether two name the same template: by connection, name and language. */
export function isSameTemplate(one: TemplateName, other: TemplateName): boolean {
  return one.connection === other.connection && one.name === other.name && one.language === other.language;
}
