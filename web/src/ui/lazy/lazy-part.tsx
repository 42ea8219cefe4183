import { Component, type ComponentType, type ReactNode } from 'react';
import { type LazyModule, lazyModule } from '#web/lib/browser/lazy-module.ts';
import { runWhenIdle } from '#web/lib/browser/when-idle.ts';
import { LostPart, type LostPartFailure } from './lost-part.tsx';
import { useLazyModule } from './use-lazy-module.ts';

/** Draws a lazy part while its code is `waiting`, and once it `failed`. `isRare`: it is not fetched ahead. */
export type LazyPartOptions<Props> = {
  waiting?: (props: Props) => ReactNode;
  failed?: (props: Props, failure: LostPartFailure) => ReactNode;
  isRare?: boolean;
};

/** A component whose code is fetched late; `preload` fetches it. */
export type LazyPart<Props> = ComponentType<Props> & {
  preload: () => Promise<unknown>;
  isLoaded: () => boolean;
};

/**
 * Declares a component whose code is fetched when the page is idle, or when it shows. Whatever happens to it, the rest of the page
 * stays: where its code cannot be fetched or it crashes, it says so itself, with Retry.
 *
 * @param load its module.
 * @param name its export there.
 */
export function lazyPart<Name extends string, Props extends object, Shown extends Props = Props>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { waiting, failed, isRare }: LazyPartOptions<Shown> = {},
): LazyPart<Shown> {
  const code = lazyModule(load, (module) => module[name]);
  if (!isRare) runWhenIdle([code.fetch]);
  return Object.assign(
    (props: Shown) => (
      <PartHost<Props>
        code={code}
        waiting={() => waiting?.(props)}
        failed={(failure) => (failed ? failed(props, failure) : <LostPart {...failure} />)}
        props={props}
      />
    ),
    { preload: code.fetch, isLoaded: () => code.loaded !== undefined },
  );
}

type PartHostProps<Props> = {
  code: LazyModule<ComponentType<Props>>;
  waiting: () => ReactNode;
  failed: (failure: LostPartFailure) => ReactNode;
  props: Props;
};

function PartHost<Props extends object>({ code, waiting, failed, props }: PartHostProps<Props>) {
  const { loaded: Loaded, loss, retry } = useLazyModule(code);
  if (!Loaded) return loss ? failed({ loss, onRetry: retry }) : waiting();
  return (
    <PartBoundary failed={(onRetry) => failed({ onRetry })}>
      <Loaded {...props} />
    </PartBoundary>
  );
}

type PartBoundaryProps = { failed: (onRetry: () => void) => ReactNode; children: ReactNode };

class PartBoundary extends Component<PartBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.failed(() => this.setState({ hasFailed: false }));
  }
}
