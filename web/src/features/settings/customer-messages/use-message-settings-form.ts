import { useQueryClient } from '@tanstack/react-query';
import type { FieldValues } from 'react-hook-form';
import type { ZodType } from 'zod';
import {
  type EditMessageSettingsBody,
  editMessageSettings,
  getMessageSettings,
  type MessageSettings,
} from '#contract/customer-messages/message-settings.ts';
import { endpointQuery } from '#web/lib/api/endpoint-query.ts';
import { mutateIntoCache } from '#web/lib/api/mutate.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { usePartForm } from '#web/ui/form/use-part-form.ts';

type MessageSettingsForm<Values extends FieldValues, Output> = {
  settings: MessageSettings;
  schema: ZodType<Output, Values>;
  recordOf: (settings: MessageSettings) => Values;
  bodyOf: (output: Output, settings: MessageSettings) => EditMessageSettingsBody;
  draft: string;
  saved: string;
  onSaved?: () => void;
};

/** Makes a form of a part of the settings of messages to customers. */
export function useMessageSettingsForm<Values extends FieldValues, Output>(
  options: MessageSettingsForm<Values, Output>,
) {
  const { settings, bodyOf, saved, onSaved, ...rest } = options;
  const client = useQueryClient();
  return usePartForm<MessageSettings, Values, Output>({
    ...rest,
    stored: settings,
    readNow: () => client.fetchQuery({ ...endpointQuery(getMessageSettings), staleTime: 0 }),
    save: (output, seen) => saveMessageSettings(bodyOf(output, seen), seen),
    onSaved() {
      toast.success(saved);
      onSaved?.();
    },
  });
}

/** @throws ApiError 409 when the settings are no longer those that were seen. */
export function saveMessageSettings(
  body: EditMessageSettingsBody,
  { version }: MessageSettings,
): Promise<MessageSettings> {
  return mutateIntoCache(editMessageSettings, { body: { ...body, version } }, getMessageSettings);
}
