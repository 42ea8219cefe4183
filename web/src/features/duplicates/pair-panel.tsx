import { useTranslations } from 'use-intl';
import type { DuplicatePair } from '#contract/duplicates.ts';
import { useFormats } from '#web/lib/format/use-formats.ts';
import { useBackLinkState } from '#web/lib/url/back-link.ts';
import { dialogParam } from '#web/lib/url/use-dialogs.ts';
import { useListUrl } from '#web/lib/url/use-list-url.ts';
import { InlineNotice } from '#web/ui/feedback/notice.tsx';
import { RecordSkeleton } from '#web/ui/feedback/skeleton.tsx';
import { LinkButton } from '#web/ui/frame/buttons.tsx';
import { SidePanel } from '#web/ui/frame/side-panel.tsx';
import { KeyButton } from '#web/ui/keys/key-button.tsx';
import { useShortcut } from '#web/ui/keys/shortcuts.tsx';
import { Loaded } from '#web/ui/list/list-states.tsx';
import { SideBySide } from '#web/ui/merge/side-by-side.tsx';
import { usePairFields } from './pair-fields.tsx';
import classes from './pair-panel.module.css';
import { DuplicateReasons, useDescribePair } from './pair-text.tsx';
import type { PairFilters } from './pairs.queries.ts';
import { usePairReview } from './use-pair-review.ts';

type PairPanelProps = {
  id: string;
  narrowing: PairFilters;
  isMerging: boolean;
  onMerge: (pair: DuplicatePair) => void;
};

/** Goes through the pairs: both records side by side, a key for each decision. */
export function DuplicatePairPanel({ id, narrowing, isMerging, onMerge }: PairPanelProps) {
  const t = useTranslations('duplicates');
  const { close } = useListUrl();
  const nameOf = useDescribePair();
  const run = usePairReview(id, narrowing, isMerging);
  const { pair, skip } = run;
  return (
    <SidePanel
      label={pair ? t('compared', { pair: nameOf(pair) }) : t('title')}
      recordId={id}
      isWide
      hasOwnUndo
      place={run.place}
      onNext={skip}
      onPrevious={run.back}
      onClose={() => close({ pair: undefined })}
      footer={
        <div className="stack">
          {run.passed && (
            <p role="status" className="quiet">
              {run.passed}
            </p>
          )}
          {run.decided && (
            <InlineNotice action={t('goOn')} onAction={skip}>
              {run.decided}
            </InlineNotice>
          )}
          <div className={classes.keys}>
            <KeyButton
              shortcut="m"
              label={t('merge')}
              isMain
              disabled={!pair || run.isBusy || run.isGone}
              onPress={() => pair && onMerge(pair)}
            />
            <KeyButton
              shortcut="n"
              label={t('notSame')}
              disabled={!pair || run.isBusy || run.isGone}
              onPress={() => void run.notSame()}
            />
            <KeyButton shortcut="s" label={t('skip')} onPress={skip} />
            <SkipByArrow onSkip={skip} />
            {run.undo && (
              <KeyButton
                shortcut="u"
                label={t('undo', { pair: run.undo.of })}
                disabled={run.isBusy}
                onPress={run.undo.run}
              />
            )}
          </div>
        </div>
      }
    >
      <Loaded query={run.query} instead={<RecordSkeleton lines={4} />}>
        {(shown) => <Pair pair={shown} />}
      </Loaded>
    </SidePanel>
  );
}

// Belongs to the panel, so that it rests while something is in front.
function SkipByArrow({ onSkip }: { onSkip: () => void }) {
  useShortcut('ArrowRight', useTranslations('duplicates')('skip'), onSkip);
  return null;
}

function Pair({ pair }: { pair: DuplicatePair }) {
  const t = useTranslations('duplicates');
  const nameOf = useDescribePair();
  const fieldsOf = usePairFields();
  const formats = useFormats();
  // One customer's leads have one name and number.
  const records =
    pair.kind === 'lead'
      ? [pair.one, pair.other].map(({ _id, createdAt, serviceCenter }) => ({
          ...{ id: _id, title: formats.moment(createdAt), detail: serviceCenter.name },
        }))
      : [pair.one, pair.other].map(({ _id, name, phone }) => ({ id: _id, title: name, detail: phone }));
  return (
    <>
      <div className={classes.head}>
        <h2 className="heading">{nameOf(pair)}</h2>
        <p className="quiet">{t(`kinds.${pair.kind}`)}</p>
        <DuplicateReasons of={pair.reasons} />
      </div>
      <div className={classes.records}>
        <SideBySide
          records={records}
          fields={[
            ...fieldsOf(pair),
            {
              key: 'open',
              label: t('whole'),
              values: records.map(({ id }) => <Whole key={id} kind={pair.kind} id={id} />),
            },
          ]}
        />
      </div>
    </>
  );
}

function Whole({ kind, id }: { kind: DuplicatePair['kind']; id: string }) {
  const t = useTranslations('duplicates');
  const state = useBackLinkState();
  return kind === 'lead' ? (
    <LinkButton variant="default" to="/main/lead/$id" params={{ id }} state={state}>
      {t('openLead')}
    </LinkButton>
  ) : (
    <LinkButton
      variant="default"
      to="/main/customers"
      search={{ dialog: dialogParam('customer.view', id) }}
      state={state}
    >
      {t('openCustomer')}
    </LinkButton>
  );
}
