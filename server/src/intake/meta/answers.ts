import { z } from 'zod';
import { parseExactJson } from '#server/lib/exact-json.ts';

const id = z.string().regex(/^\d{1,30}$/);
const maybe = z.string().optional().catch(undefined);
const moment = z.coerce.number().optional();

const failure = z.object({ error: z.object({ code: z.coerce.number() }) });

const paging = z
  .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
  .optional();

/** The parts of Meta's answers that are read, by the kind of answer; whatever else they say is left out. */
const answerShapes = {
  subscription: z.object({}).catch({}),
  record: z.object({ id: z.string(), name: maybe, form_id: id.optional().catch(undefined) }),
  ids: z.object({ data: z.array(z.object({ id })), paging }),
  forms: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string().nullish(),
        status: z.string().nullish(),
        questions: z.array(z.object({ key: z.string(), label: z.string().nullish() })).catch([]),
      }),
    ),
    paging,
  }),
  pages: z.object({
    data: z.array(
      z.object({ id: z.string(), name: z.string().nullish(), access_token: z.string().nullish() }),
    ),
    paging,
  }),
  apps: z.object({
    data: z.array(z.object({ id: z.string(), subscribed_fields: z.array(z.string()).catch([]) })),
  }),
  token: z.object({
    data: z.object({
      expires_at: moment,
      data_access_expires_at: moment,
      granular_scopes: z
        .array(z.object({ scope: z.string(), target_ids: z.array(z.string()).catch([]) }))
        .catch([]),
    }),
  }),
  templates: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        language: z.string(),
        status: z.string(),
        category: z.string().catch(''),
        components: z
          .array(
            z.object({
              type: z.string(),
              text: maybe,
              format: maybe,
              buttons: z.array(z.object({ type: z.string(), text: z.string(), url: maybe })).catch([]),
            }),
          )
          .catch([]),
      }),
    ),
    paging,
  }),
  number: z.object({
    display_phone_number: z.string(),
    is_on_biz_app: z.boolean().optional().catch(undefined),
  }),
  subscriptions: z.object({
    data: z.array(
      z.object({ object: z.string(), fields: z.array(z.object({ name: z.string() })).catch([]) }),
    ),
  }),
  file: z.object({
    url: z.string(),
    file_size: z.coerce.number().optional().catch(undefined),
  }),
  message: z.object({ messages: z.array(z.object({ id: z.string() })).min(1) }),
};

type Shapes = typeof answerShapes;
/** A kind of answer of Meta's API. */
export type AnswerKind = keyof Shapes;
/** The data that are read of an answer, by its kind. */
export type AnswerData = { [Kind in AnswerKind]: z.infer<Shapes[Kind]> };

/** Says what an answer holds. `refusal`: the code of the error that it names; `data`: undefined for what has another shape. */
export type GraphAnswer<Kind extends AnswerKind> = {
  refusal: number | undefined;
  data: AnswerData[Kind] | undefined;
};

const shapes: { [Kind in AnswerKind]: z.ZodType<AnswerData[Kind]> } = answerShapes;

/** Parses an answer of Meta's API; it throws for no text. */
export function parseAnswer<Kind extends AnswerKind>(kind: Kind, text: string): GraphAnswer<Kind> {
  const value = parseExactJson(text);
  const refused = failure.safeParse(value).data;
  return { refusal: refused?.error.code, data: shapes[kind].safeParse(value).data };
}
