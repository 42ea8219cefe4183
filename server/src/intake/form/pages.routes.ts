import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type WebsiteFormLanguage, websiteFormLanguages, websiteFormLimits } from '#contract/intake/forms.ts';
import { id as idSchema } from '#contract/text/text.ts';
import type { Context } from '#server/context.ts';
import { readDealer } from '#server/dealer/dealer.service.ts';
import { sendRefusal, toRefusal } from '#server/http/errors.ts';
import { getClient } from '#server/http/session.ts';
import { countRefusedBodies } from '#server/intake/raw-bodies.ts';
import type { IntakeWorker } from '#server/intake/work-deliveries.service.ts';
import { describeFailureForLog } from '#server/lib/errors.ts';
import { Refusal } from '#server/lib/refusal.ts';
import type { Sealing } from '#server/lib/sealing.ts';
import { listFormFields, visitorSourceNames } from './form-fields.ts';
import { createFormKey, proofBits } from './form-key.ts';
import { renderClosedPage, renderFailurePage, renderFormPage, renderThanksPage } from './form-page.ts';
import { chooseLanguage, formWords } from './form-texts.ts';
import { getFormPath, type OpenForm, openForm } from './open-form.service.ts';
import { type FormAnswer, isAllowedOrigin, receiveForm } from './receive-form.service.ts';

type Asked = { Params: { name: string }; Querystring: Record<string, string | string[] | undefined> };

/** `webRoot`: the built web app's folder, whose font its pages share; `publicUrl`: what this server is called. */
export type FormParts = { sealing: Sealing; intake: IntakeWorker; webRoot: string; publicUrl: string };

const html = 'text/html; charset=utf-8';

/** Serves the pages of forms to visitors of other sites: without a session, cookies or, but for the embedded form, scripts. */
export function formPageRoutes(
  app: FastifyInstance,
  context: Context,
  { sealing, intake, webRoot, publicUrl }: FormParts,
): void {
  const ownHost = new URL(publicUrl).host;
  // A proxy may pass on another name.
  const hostsOf = ({ host }: FastifyRequest) => [host, ownHost];
  const style = readAsset('page.css') + banglaFont(webRoot);
  const ofPage = scriptOf('proof.js', 'page.js');
  const embedded = scriptOf('proof.js', 'embed.js');

  app.get('/form/page.css', { schema: { hide: true } }, (_request, reply) =>
    sendAsset(reply, 'text/css', style),
  );
  app.get('/form/page.js', { schema: { hide: true } }, (_request, reply) =>
    sendAsset(reply, 'text/javascript', ofPage),
  );

  app.get<Asked>('/form/:name', { schema: { hide: true } }, async (request, reply) => {
    const { id, kind } = partsOf(request.params.name);
    if (kind === '.js') {
      // The same for every form and site.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return sendAsset(reply, 'text/javascript', embedded);
    }
    await app.callSlots.acquire(request, reply);
    const form = await openForm(context, sealing, id);
    if (kind === '.json') return sendForm(request, reply, form);
    return showForm(request, reply, form);
  });

  app.get<Asked>('/form/:name/thanks', { schema: { hide: true } }, async (request, reply) => {
    await app.callSlots.acquire(request, reply);
    const form = await openForm(context, sealing, partsOf(request.params.name).id);
    if (!form) throw missing();
    const language = languageOf(request, form.languages);
    const { thanks } = form.texts[language] ?? {};
    const words = formWords[language];
    guard(reply, form);
    return reply.type(html).send(renderThanksPage(form, language, thanks ?? words.thanks, words.back));
  });

  countRefusedBodies(app, context, ({ params }) => idSchema.safeParse((params as Asked['Params']).name).data);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  app.post<Asked>(
    '/form/:name',
    {
      schema: { hide: true },
      bodyLimit: websiteFormLimits.sentBytes,
      preHandler: (request, reply) => app.callSlots.acquire(request, reply),
    },
    async (request, reply) => {
      const form = await openForm(context, sealing, partsOf(request.params.name).id);
      if (!form) throw missing();
      const { headers } = request;
      const answered = await receiveForm(context, form, {
        body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
        contentType: headers['content-type']?.slice(0, 200) ?? null,
        ...{ origin: headers.origin, hosts: hostsOf(request), address: getClient(request).address },
        asks: headers['accept-language'],
      });
      if (answered.isSent) intake.wake();
      if (wantsJson(request)) return tell(request, reply, form, answered);
      return show(reply, form, { ...answered, site: siteOf(request, hostsOf(request)) });
    },
  );

  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refusal = toRefusal(error);
    if (wantsJson(request)) throw error;
    if (refusal.status === 500) request.log.error(describeFailureForLog(error), 'request failed');
    const language = languageOf(request, websiteFormLanguages);
    const words = formWords[language];
    if (refusal.details.retryAfter) reply.header('retry-after', refusal.details.retryAfter);
    guard(reply);
    const kinds = { 404: 'missing', 413: 'large' } as const;
    const kind = kinds[refusal.status as keyof typeof kinds] ?? 'failed';
    const said = { title: words[kind], text: words[`${kind}Why`] };
    const dealer = refusal.status === 503 ? undefined : await dealerFor(request);
    return reply
      .code(refusal.status)
      .type(html)
      .send(renderFailurePage(language, { ...said, dealer }));
  });

  function dealerFor(request: FastifyRequest) {
    const read = () => readDealer(context);
    return (request.callSlot ? read() : app.callSlots.run(request, read)).catch(() => undefined);
  }

  function showForm(request: FastifyRequest<Asked>, reply: FastifyReply, form: OpenForm | undefined) {
    if (!form) throw missing();
    const language = languageOf(request, form.languages);
    guard(reply, form);
    if (form.isPaused || !form.secret) {
      return reply
        .code(form.isPaused ? 403 : 503)
        .type(html)
        .send(renderClosedPage(form, language, formWords[language].closed));
    }
    const key = createFormKey(form.secret, form.id, context.clock.now());
    const hidden = { ...ownFields(form, language, key), ...sourceOf(request) };
    return reply.type(html).send(renderFormPage(form, { language, hidden }));
  }

  function sendForm(request: FastifyRequest, reply: FastifyReply, form: OpenForm | undefined) {
    if (!form) return sendRefusal(missing(), request, reply);
    allow(request, reply, form);
    const [first = 'en'] = form.languages;
    if (!isAllowedOrigin(form, request.headers.origin, hostsOf(request)))
      return sendRefusal(new Refusal('forbidden', formWords[first].foreign), request, reply);
    if (form.isPaused || !form.secret)
      return sendRefusal(new Refusal('forbidden', formWords[first].closed), request, reply);
    const languages = form.languages.map((language) => {
      const { title = '', thanks = null } = form.texts[language] ?? {};
      const { types: _types, phones: _phones, ...words } = formWords[language];
      return {
        language,
        title,
        words: { ...words, thanks: thanks ?? words.thanks },
        fields: listFormFields(form, language),
      };
    });
    const key = createFormKey(form.secret, form.id, context.clock.now());
    return reply.send({ key, proofBits, languages });
  }
}

// Once it is sent the browser goes elsewhere, so that a reload sends nothing.
function show(reply: FastifyReply, form: OpenForm, { site, ...answered }: FormAnswer & { site: Site }) {
  const { language, typed } = answered;
  guard(reply, form);
  if (answered.isSent) {
    const thanks = `${getFormPath(form.id)}/thanks?lang=${language}`;
    return reply.redirect(form.thanksAddress ?? thanks, 303);
  }
  const { status, notice, faults, key, isFinal, retryAfter } = answered;
  if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
  reply.code(status).type(html);
  if (isFinal) return reply.send(renderClosedPage(form, language, notice ?? ''));
  const source = sourceIn((name) => typed.get(name) ?? (name === 'page' ? site : undefined));
  const hidden = { ...ownFields(form, language, key), ...source };
  const said = notice && { notice, saysNumbers: retryAfter !== undefined };
  return reply.send(renderFormPage(form, { language, typed, faults, ...said, hidden }));
}

function tell(request: FastifyRequest, reply: FastifyReply, form: OpenForm, answered: FormAnswer) {
  allow(request, reply, form);
  const { language } = answered;
  if (answered.isSent) {
    const { thanks } = form.texts[language] ?? {};
    return reply.send({ thanks: thanks ?? formWords[language].thanks, address: form.thanksAddress });
  }
  const { status, notice, faults, key, retryAfter } = answered;
  const code = { 200: 'bad_request', 400: 'bad_request', 403: 'forbidden', 409: 'conflict' } as const;
  const others = { 429: 'too_many_requests', 503: 'unavailable' } as const;
  const refusal = new Refusal({ ...code, ...others }[status], notice ?? formWords[language].mend, {
    fields: faults,
    current: { key },
    ...(retryAfter !== undefined && { retryAfter }),
  });
  return sendRefusal(refusal, request, reply);
}

function guard(reply: FastifyReply, form?: OpenForm): void {
  const origins = form?.origins ?? [];
  const rules = [
    "default-src 'none'; base-uri 'none'; script-src 'self'; style-src 'self'",
    "font-src 'self'; img-src 'self'",
    // Browsers also hold to it where the answer, or the dealer's own site, leads on.
    `form-action 'self'${form?.thanksAddress ? ' https:' : ''}`,
    `frame-ancestors ${origins.length > 0 ? origins.join(' ') : "'none'"}`,
  ];
  reply.header('content-security-policy', rules.join('; '));
  // Else its browser would not say which site sends it.
  reply.header('referrer-policy', 'same-origin');
  if (origins.length > 0) reply.removeHeader('x-frame-options');
}

function allow({ headers: { origin } }: FastifyRequest, reply: FastifyReply, form: OpenForm): void {
  reply.header('vary', 'origin');
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (origin && form.origins.includes(origin)) reply.header('access-control-allow-origin', origin);
}

function ownFields({ texts }: OpenForm, language: WebsiteFormLanguage, key: string): Record<string, string> {
  return { lang: language, form_title: texts[language]?.title ?? '', key, proof: '' };
}

function sourceOf({ query, headers }: FastifyRequest<Asked>): Record<string, string> {
  const { referer = '' } = headers;
  const referrer = URL.canParse(referer) && new URL(referer).host !== headers.host ? referer : undefined;
  const said = (name: string) => (name === 'referrer' ? (query[name] ?? referrer) : query[name]);
  return sourceIn(said);
}

type Site = string | undefined;

// Another site's page that sends a form, as far as its browser says.
function siteOf({ headers: { referer, origin = '' } }: FastifyRequest, ownHosts: readonly string[]): Site {
  const page = referer ?? origin;
  return URL.canParse(page) && !ownHosts.includes(new URL(page).host) ? page : undefined;
}

function sourceIn(read: (name: string) => unknown): Record<string, string> {
  const found = visitorSourceNames.flatMap((name) => {
    const text = read(name);
    return typeof text === 'string' && text ? [[name, text.slice(0, websiteFormLimits.address)]] : [];
  });
  return Object.fromEntries(found);
}

function languageOf(
  { query, headers }: FastifyRequest,
  offered: readonly WebsiteFormLanguage[],
): WebsiteFormLanguage {
  const { lang } = (query ?? {}) as Asked['Querystring'];
  return chooseLanguage(offered, typeof lang === 'string' ? lang : undefined, headers['accept-language']);
}

function partsOf(name: string): { id: string; kind: string } {
  const [, id = '', kind = ''] = /^([0-9a-f-]{36})(\.js|\.json)?$/.exec(name) ?? [];
  if (!idSchema.safeParse(id).success) throw missing();
  return { id, kind };
}

function missing(): Refusal {
  return new Refusal('not_found', formWords.en.missing);
}

function wantsJson({ headers, url }: FastifyRequest): boolean {
  return (headers.accept ?? '').includes('application/json') || url.split('?')[0]?.endsWith('.json') === true;
}

function readAsset(file: string): string {
  return readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8');
}

function banglaFont(webRoot: string): string {
  const folder = join(webRoot, 'assets');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const file = files.find((name) => /^noto-sans-bengali-bengali-.*\.woff2$/.test(name));
  const about =
    'font-weight: 100 900; font-display: swap; unicode-range: U+0964-0965, U+0980-09FF, U+200C-200D';
  return file
    ? `\n@font-face { font-family: "Form Bangla"; src: url("/assets/${file}") format("woff2"); ${about}; }\n`
    : '';
}

function scriptOf(...files: string[]): string {
  const text = files.map(readAsset).join('\n');
  return `(() => {\n${text.replace(/^import .*\n+/gm, '').replace(/^export /gm, '')}})();\n`;
}

function sendAsset(reply: FastifyReply, type: string, text: string) {
  return reply.header('cache-control', 'public, max-age=3600').type(`${type}; charset=utf-8`).send(text);
}
