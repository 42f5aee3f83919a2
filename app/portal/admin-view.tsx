import { Dialog } from '@base-ui/react/dialog';
import { Tabs } from '@base-ui/react/tabs';
import { useEffect, useRef, useState } from 'react';
import type { LetterJson } from '#core/letter.ts';
import { useLastShown } from '../ui/use-last-shown.ts';
import type { DraftKeeper, DraftState } from './drafts/draft-keeper.ts';
import { ManageLetters, type ManageLettersProps } from './manage/manage-letters.tsx';
import { focusAfterAnnouncement } from './notes/focus-after-announcement.ts';
import { UnsavedQuestion } from './write/unsaved-question.tsx';
import type { LetterForm } from './write/use-letter-form.ts';
import type { Saving } from './write/use-saving.ts';
import { WriteLetter } from './write/write-letter.tsx';

export type PortalTab = 'write' | 'manage';

interface AdminViewProps extends Pick<ManageLettersProps, 'sought' | 'onSeek'> {
  form: LetterForm;
  keeper: DraftKeeper;
  settle(): Promise<boolean>;
  draftState: DraftState;
  saving: Saving;
  tab: PortalTab;
  onTab(tab: PortalTab): void;
  onChanged(): void;
  /** A letter was saved and its link was shown. */
  onDone(): void;
}

export function AdminView(props: AdminViewProps) {
  const { tab, onTab, form, keeper, settle, draftState, saving, onChanged, onDone } = props;
  /** Whether the list has been opened, and stays mounted from then on. */
  const managed = useLastShown(tab === 'manage' || null) !== null;
  /** A letter to edit once the owner has agreed to lose words that are not saved. */
  const [wished, setWished] = useState<LetterJson | null>(null);
  /** The letter whose "edit" was pressed, until the words in the form are saved; null once something else is wanted. */
  const awaited = useRef<LetterJson>(null);
  const editing = form.editing !== null;

  // Of a portal that was locked at the list; the form sees to its own focus.
  const list = useRef<HTMLButtonElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (tab === 'manage') return focusAfterAnnouncement(() => list.current);
  }, []);

  function turnTo(next: PortalTab) {
    awaited.current = null;
    onTab(next);
  }

  /** The words that were in the form stay behind as a draft. */
  async function edit(letter: LetterJson) {
    const edited = form.editing?.id === letter.id && form.draft !== null;
    if (edited) return turnTo('write');
    awaited.current = letter;
    const settled = await settle();
    if (awaited.current !== letter) return;
    if (settled) begin(letter);
    else setWished(letter);
  }

  function begin(letter: LetterJson) {
    keeper.release();
    saving.forgetTrouble();
    form.edit(letter);
    setWished(null);
    turnTo('write');
  }

  return (
    <>
      <Dialog.Title className="portal__title">
        {editing ? 'edit letter' : 'admin portal'}
      </Dialog.Title>
      <Tabs.Root className="portal__tabs" value={tab} onValueChange={turnTo}>
        <Tabs.List className="tabs">
          <Tabs.Tab className="tabs__tab" value="write">
            {editing ? 'edit letter' : 'send letter'}
          </Tabs.Tab>
          <Tabs.Tab className="tabs__tab" value="manage" ref={list}>
            manage letters
          </Tabs.Tab>
        </Tabs.List>
        {/*
          Both panels stay mounted, so that each is found as it was left. Neither is a tab stop: its focus
          ring lay round the search field, where typing then went nowhere.
        */}
        <Tabs.Panel
          className="portal__panel portal__panel--writing"
          value="write"
          tabIndex={-1}
          keepMounted
        >
          <WriteLetter
            active={tab === 'write'}
            form={form}
            keeper={keeper}
            draftState={draftState}
            saving={saving}
            onDone={onDone}
          />
        </Tabs.Panel>
        <Tabs.Panel className="portal__panel" value="manage" tabIndex={-1} keepMounted={managed}>
          <ManageLetters
            active={tab === 'manage'}
            sought={props.sought}
            onSeek={props.onSeek}
            onDeleted={(id) => {
              form.forget(id);
              onChanged();
            }}
            onEdit={edit}
            onDialog={() => {
              awaited.current = null;
            }}
          />
        </Tabs.Panel>
      </Tabs.Root>
      <UnsavedQuestion
        open={wished !== null}
        state={draftState}
        consequence="If you edit another letter now, your latest changes will be lost."
        action="Edit anyway"
        onStay={() => setWished(null)}
        onGo={() => wished && begin(wished)}
      />
    </>
  );
}
